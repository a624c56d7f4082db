extension ResolvedSource {
    /// The header and query values that tell one list of a server from another: what one walk read under them is not
    /// gone on with under others. They hold secrets.
    ///
    /// Where the manifest names an account, that says whose list it is, and tokens may change freely.
    public var identifyingValues: [String] {
        var values = account.map { [$0] } ?? []
        for header in headers.fields where account == nil || !SecretName.isLikely(header.name) {
            values += [header.name.lowercased(), header.value]
        }
        for parameter in query where account == nil || !SecretName.isLikely(parameter.name) {
            values += [parameter.name, parameter.value]
        }
        return values
    }
}

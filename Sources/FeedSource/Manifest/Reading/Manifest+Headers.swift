import FeedModel

extension Manifest {
    /// Headers that the client sets by itself, or that speak of the connection.
    private static let reservedHeaders: Set<String> = [
        "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect", "host",
        "if-modified-since", "if-none-match", "keep-alive", "proxy-authorization", "range", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    static func headers(in table: ManifestTable) throws(ManifestError) -> [NamedTemplate] {
        guard let table = try table.table("headers") else { return [] }
        var headers: [NamedTemplate] = []
        for name in table.values.keys.sorted() {
            guard HeaderFields.isName(name) else { throw table.error(name, .badValue("cannot name a header")) }
            if reservedHeaders.contains(name.lowercased()) {
                throw table.error(name, .badValue("is set by the program itself; remove it"))
            }
            if let twin = headers.first(where: { HeaderFields.areEqual($0.name, name) }) {
                throw table.error(name, .impossible("is the same header as \(twin.name); keep one"))
            }
            guard let value = try table.template(name) else { continue }
            headers.append(NamedTemplate(name: name, value: value))
        }
        return headers
    }
}

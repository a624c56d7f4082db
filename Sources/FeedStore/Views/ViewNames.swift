import FeedModel

/// The names of the tables that a source's cache is read by.
///
/// A collection has its own name, also where that is the name of a table of the database or of one below, which then
/// gets a trailing `_`. What SQLite keeps for itself (`sqlite_…`) gets a leading `_`.
struct ViewNames {
    /// By the collection's name in the manifest.
    private(set) var live: [String: String] = [:]
    private(set) var removed: [String: String] = [:]
    private(set) var own: [CacheView.Kind: String] = [:]

    /// Names that functions of SQLite and tables of the views have.
    private static let reserved = ReadAuthorizer.tableFunctions + [ComposedTables.sections, ComposedTables.rows]

    init(collections: [String]) {
        var names = SQLNames(taken: Self.reserved)
        let bare = collections.map { name in
            SQLName.folded(name).text.hasPrefix("sqlite_") ? "_" + name : name
        }
        let kinds = CacheView.Kind.allCases.filter { !$0.isOfCollection }
        for (name, given) in zip(collections, names.names(for: bare)) { live[name] = given }
        for (kind, given) in zip(kinds, names.names(for: kinds.map(\.rawValue))) { own[kind] = given }
        for (name, given) in zip(collections, names.names(for: bare.map { $0 + "_removed" })) { removed[name] = given }
    }
}

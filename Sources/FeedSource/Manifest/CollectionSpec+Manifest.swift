import FeedModel

extension CollectionSpec {
    /// Reads every `[[collections]]` table; no two may have one name.
    static func all(
        _ tables: [ManifestTable], of source: Manifest.Source
    ) throws(ManifestError) -> [CollectionSpec] {
        var lines: [String: Int?] = [:]
        var collections: [CollectionSpec] = []
        for table in tables {
            let collection = try CollectionSpec(table, of: source)
            if let first = lines[collection.name] {
                let place = first.map { " on line \($0)" } ?? ""
                throw table.error(
                    "name", .impossible("“\(collection.name)” is the name of the collection\(place) already"))
            }
            lines[collection.name] = table.line(of: "name")
            collections.append(collection)
        }
        return collections
    }

    /// How often a list that is kept by delta is walked whole unless the manifest says otherwise, in seconds.
    private static let usualWholeEvery: Int64 = 7 * 86_400

    private init(_ table: ManifestTable, of source: Manifest.Source) throws(ManifestError) {
        try table.allow(only: ManifestKeys.collection)
        name = try Manifest.name(in: table, orAdvise: "name the collection in a word")
        pathTemplate = try table.location("path")
        path = pathTemplate.text
        maxItems = source.maxItems
        guard let items = try table.dottedPath("items") else {
            throw table.error(
                "items", .missingKey(advice: "write the path to the array of items, \"\" for the body itself"))
        }
        self.items = items
        guard let id = try table.innerPath("id") else {
            throw table.error("id", .missingKey(advice: "write the path to the ID in an item"))
        }
        self.id = id
        version = try table.innerPath("version")
        deleted = try table.innerPath("deleted")
        guard let paging = try table.table("paging") else {
            throw table.error(
                "paging", .missingKey(advice: "write paging = { style = \"none\" } if one request gives the whole list")
            )
        }
        self.paging = try Paging(paging)
        delta = try table.table("delta").map { delta throws(ManifestError) in try Delta(delta) }
        wholeEvery = try table.seconds("whole_every", atLeast: 60) ?? Self.usualWholeEvery
        validator = try table.word("validator", as: ValidatorScope.self) ?? .page
        try checkDelta(in: table)
        try checkQuery(source.query.map(\.name), in: table)
    }

    /// A parameter is set by one part of the manifest only.
    private func checkQuery(_ names: [String], in table: ManifestTable) throws(ManifestError) {
        let tables = [("paging", ["param", "size_param"]), ("delta", ["param"])]
        for (name, keys) in tables {
            guard let inner = try table.table(name) else { continue }
            for key in keys {
                guard let param = try inner.string(key), names.contains(param) else { continue }
                throw inner.error(key, .impossible("“\(param)” is a parameter of [source] query already"))
            }
        }
        if let param = paging.parameter, names.contains(param) {
            throw table.error("paging", .impossible("uses “\(param)”, which is a parameter of [source] query already"))
        }
    }

    private func checkDelta(in table: ManifestTable) throws(ManifestError) {
        guard let delta, let deltaTable = try table.table("delta") else {
            if table.has("whole_every") {
                throw table.error("whole_every", .impossible("needs delta: without it each sync walks the whole list"))
            }
            return
        }
        if version == nil {
            throw table.error("delta", .impossible("needs version: it asks for what is newer than the greatest one"))
        }
        if paging.parameters.contains(delta.param) {
            throw deltaTable.error("param", .impossible("“\(delta.param)” is a parameter of the paging already"))
        }
    }
}

extension CollectionSpec.Delta {
    fileprivate init(_ table: ManifestTable) throws(ManifestError) {
        try table.allow(only: ManifestKeys.delta)
        guard let param = try table.parameter("param") else {
            throw table.error("param", .missingKey(advice: "name the parameter that takes the greatest version"))
        }
        self.param = param
        overlap = try table.integer("overlap", in: 0...Int.max) ?? 0
        format = try table.word("format", as: DeltaFormat.self) ?? .asIs
        place = try table.word("place", as: DeltaPlace.self) ?? .tail
    }
}

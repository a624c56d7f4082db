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
        name = try Manifest.name(in: table, orAdvise: "name the collection in a word")
        pathTemplate = try table.location("path")
        path = pathTemplate.text
        maxItems = source.maxItems
        guard let items = try table.dottedPath("items") else {
            throw table.error(
                "items", .missingKey(advice: "write the path to the array of items, \"\" for the body itself"))
        }
        self.items = items
        guard let id = try table.itemID("id") else {
            throw table.error("id", .missingKey(advice: "write the path to the ID in an item"))
        }
        self.id = id
        version = try table.innerPath("version")
        deleted = try table.innerPath("deleted")
        places = Dictionary(
            uniqueKeysWithValues: ["id", "deleted"].map { key in
                (key, KeyPlace(name: table.name(of: key) ?? key, line: table.line(of: key)))
            })
        ignoredPaths = try table.innerPaths("ignore") ?? []
        ignored = IgnoredFields(ignoredPaths)
        headers = try Manifest.headers(in: table)
        guard let paging = try table.table("paging") else {
            throw table.error(
                "paging", .missingKey(advice: "write paging = { style = \"none\" } if one request gives the whole list")
            )
        }
        let method = try table.word("method", as: ListMethod.self) ?? .get
        self.paging = try Paging(paging, isInBody: method == .post)
        delta = try table.table("delta").map { delta throws(ManifestError) in try Delta(delta) }
        wholeEvery = try table.seconds("whole_every", atLeast: 60) ?? Self.usualWholeEvery
        keep = try table.table("keep").map { keep throws(ManifestError) in try ListWindow(keep) }
        validator = try table.word("validator", as: ValidatorScope.self) ?? .page
        body = try Self.body(for: method, in: table, paging: paging, param: self.paging.parameter, delta: delta)
        try checkItems(in: table)
        if keep != nil, self.paging.style == .none {
            throw table.error("keep", .impossible("needs pages: with style = \"none\" one answer is the whole list"))
        }
        try checkDelta(in: table)
        if body == nil { try checkQuery(source.query.map(\.name), in: table) }
        try checkSigning(of: source, in: table)
    }

    private enum ListMethod: String, CaseIterable {
        case get = "GET"
        case post = "POST"
    }

    /// The body, with a place for each parameter of paging and delta.
    private static func body(
        for method: ListMethod, in table: ManifestTable, paging: ManifestTable, param: String?, delta: Delta?
    ) throws(ManifestError) -> BodyTemplate? {
        guard method == .post else {
            if table.has("body") {
                throw table.error("body", .impossible("needs method = \"POST\"; GET sends no body"))
            }
            return nil
        }
        if try table.string("validator") == ValidatorScope.list.rawValue {
            throw table.error("validator", .impossible("“list” needs GET: validators are not sent with a body"))
        }
        let text = try table.string("body", orAdvise: "write the JSON object that asks for a page")
        var body: BodyTemplate
        do {
            body = try BodyTemplate(text)
        } catch {
            throw table.error("body", .badValue(error.reason))
        }
        try admit(param, "param", of: paging, to: &body)
        try admit(try paging.string("size_param"), "size_param", of: paging, to: &body)
        if let delta, let inner = try table.table("delta") { try admit(delta.param, "param", of: inner, to: &body) }
        return body
    }

    private static func admit(
        _ parameter: String?, _ key: String, of table: ManifestTable, to body: inout BodyTemplate
    ) throws(ManifestError) {
        guard let parameter else { return }
        do {
            try body.admit(parameter)
        } catch {
            throw table.error(key, .badValue(error.reason))
        }
    }

    private func checkItems(in table: ManifestTable) throws(ManifestError) {
        if id == .value {
            for key in ["version", "deleted", "ignore"] where table.has(key) {
                throw table.error(key, .impossible("has no meaning with id = \"@value\": such items have no fields"))
            }
        }
        let rules =
            id.paths.map { ("id", $0) }
            + [("version", version), ("deleted", deleted)]
            .compactMap { name, path in path.map { (name, $0) } }
        for path in ignoredPaths {
            for (name, other) in rules where path.starts(with: other) || other.starts(with: path) {
                throw table.error("ignore", .impossible("holds “\(path)”, where \(name) is read; take it out"))
            }
        }
    }

    /// A request has one `Authorization`.
    private func checkSigning(of source: Manifest.Source, in table: ManifestTable) throws(ManifestError) {
        guard let signIn = source.signIn, headers.contains(where: \.isAuthorization),
            let inner = try table.table("headers")
        else { return }
        let name = headers.first(where: \.isAuthorization)?.name
        throw inner.error(name, .impossible("and [source] \(signIn.key) both sign in; keep one"))
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
        if keep != nil, deltaTable.has("place") {
            throw deltaTable.error(
                "place", .impossible("has no meaning with keep: a walk of the window says where new items are"))
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
        guard let param = try table.parameter("param") else {
            throw table.error("param", .missingKey(advice: "name the parameter that takes the greatest version"))
        }
        self.param = param
        overlap = try table.integer("overlap") ?? 0
        format = try table.word("format", as: DeltaFormat.self)
        template = try table.string("template") ?? Self.place
        guard template.contains(Self.place) else {
            throw table.error("template", .badValue("has no {}, where the start goes; write \">={}\", say"))
        }
        first = try table.string("first")
        place = try table.word("place", as: DeltaPlace.self) ?? .tail
    }
}

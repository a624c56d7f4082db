import FeedModel

extension CollectionSpec {
    /// Reads every `[[collections]]` table; no two may have one name.
    static func all(_ tables: [ManifestTable], of source: Manifest.Source) throws(ManifestError) -> [CollectionSpec] {
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

    private init(_ table: ManifestTable, of source: Manifest.Source) throws(ManifestError) {
        name = try Manifest.name(in: table, orAdvise: "name the collection in a word")
        pathTemplate = try table.location("path")
        path = pathTemplate.text
        maxItems = source.maxItems
        items = try table.required(
            "items", orAdvise: "write the path to the array of items, \"\" for the body itself", table.dottedPath)
        id = try table.required("id", orAdvise: "write the path to the ID in an item", table.itemID)
        version = try table.innerPath("version")
        deleted = try table.innerPath("deleted")
        places = Dictionary(uniqueKeysWithValues: ["id", "deleted", "body"].map { ($0, table.place(of: $0)) })
        ignoredPaths = try table.innerPaths("ignore") ?? []
        ignored = IgnoredFields(ignoredPaths)
        headers = try table.headers()
        query = try table.parameters("query")
        let paging = try table.required(
            "paging", orAdvise: "write paging = { style = \"none\" } if one request gives the whole list", table.table)
        let method = try table.word("method", as: TransportRequest.Method.self) ?? .get
        var body = try Self.body(for: method, in: table)
        contentType = try Self.contentType(in: table)
        let uses = try Self.uses(in: table, path: path, query: query, headers: headers, body: body)
        self.paging = try Paging(paging, isInBody: method == .post, uses: uses)
        delta = try table.table("delta") { delta throws(ManifestError) in
            try Delta(delta, isTemplated: uses.has(.since))
        }
        wholeEvery = try table.seconds("whole_every", atLeast: 60)
        keep = try table.table("keep", as: ListWindow.init)
        detail = try table.table("detail", as: Detail.init)
        assets = try table.innerPaths("assets") ?? []
        validator = try table.word("validator", as: ValidatorScope.self) ?? .page
        // A place for each parameter of paging and delta.
        for (param, key, inner) in [
            (self.paging.parameter, "param", paging), (try paging.string("size_param"), "size_param", paging),
            (delta?.param, "param", try table.table("delta") ?? table),
        ] {
            if let param, let template = body { body = try inner.reading(param, of: key, template.admitting) }
        }
        self.body = body
        try Self.checkFirst(path, in: table, paging: paging)
        try checkItems(in: table)
        if keep != nil, self.paging.style == .none {
            throw table.error("keep", .impossible("needs pages: with style = \"none\" one answer is the whole list"))
        }
        try checkDelta(in: table, uses)
        try checkParameters(of: source, in: table)
        try checkSigning(of: source, in: table)
    }

    private static func body(
        for method: TransportRequest.Method, in table: ManifestTable
    ) throws(ManifestError) -> BodyTemplate? {
        guard method == .post else {
            for key in ["body", "content_type"] where table.has(key) {
                throw table.error(key, .impossible("needs method = \"POST\"; GET sends no body"))
            }
            return nil
        }
        if try table.string("validator") == ValidatorScope.list.rawValue {
            throw table.error("validator", .impossible("“list” needs GET: validators are not sent with a body"))
        }
        let text = try table.required("body", orAdvise: "write the JSON object that asks for a page", table.string)
        return try table.reading(text, of: "body", BodyTemplate.init)
    }

    private static func contentType(in table: ManifestTable) throws(ManifestError) -> String {
        guard let type = try table.string("content_type") else { return json }
        guard HeaderFields.isValue(type), type.contains("/") else {
            throw table.error("content_type", .badValue("is “\(type)”; write a media type: application/vnd.api+json"))
        }
        return type
    }

    /// The placeholders in all texts that requests are made of.
    private static func uses(
        in table: ManifestTable, path: String, query: [NamedTemplate], headers: [NamedTemplate], body: BodyTemplate?
    ) throws(ManifestError) -> [TemplateUse] {
        var uses = try TemplateUse.all(in: path, at: "path", of: table)
        for (key, templates) in [("query", query), ("headers", headers)] {
            guard let inner = try table.table(key) else { continue }
            for template in templates {
                let found = try TemplateUse.all(in: template, of: inner)
                if key == "query", let use = found.first, !template.value.variables.isEmpty {
                    throw use.error("beside a ${NAME}, which may be secret; write two parameters")
                }
                uses += found
            }
        }
        return uses + (body.map { TemplateUse.all(in: $0, of: table) } ?? [])
    }

    /// A path has no part that can be left out: what is in it has a value on the first page.
    private static func checkFirst(
        _ path: String, in table: ManifestTable, paging: ManifestTable
    ) throws(ManifestError) {
        for use in try TemplateUse.all(in: String(path.prefix { $0 != "?" }), at: "path", of: table) {
            switch use.variable {
            case .page, .offset, .size: break
            case .cursor where paging.has("first"): break
            case .cursor: throw use.error("which the first page has no value for; write first, or put it into query")
            case .since, .last: throw use.error("which the first page has no value for; put it into query")
            }
        }
    }

    private func checkItems(in table: ManifestTable) throws(ManifestError) {
        if id == .value {
            for key in ["version", "deleted", "ignore", "detail"] where table.has(key) {
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
        guard let signIn = source.signIn, let inner = try table.table("headers"),
            let name = headers.map(\.name).first(where: { HeaderFields.areEqual($0, signIn.header) })
        else { return }
        throw inner.error(name, .impossible("and [source] \(signIn.key) both sign in; keep one"))
    }

    /// A parameter is set by one part of the manifest only.
    private func checkParameters(of source: Manifest.Source, in table: ManifestTable) throws(ManifestError) {
        var owners = Dictionary(source.query.map { ($0.name, "[source] query") }) { $1 }
        func claim(
            _ name: String?, for owner: String, _ key: String, of table: ManifestTable?
        ) throws(ManifestError) {
            guard let name, let table else { return }
            if let other = owners[name] {
                throw table.error(key, .impossible("“\(name)” is a parameter of \(other) already"))
            }
            owners[name] = owner
        }
        let queryTable = try table.table("query")
        for name in query.map(\.name) { try claim(name, for: "query", name, of: queryTable) }
        // In a body they are paths.
        if body != nil { owners = [:] }
        let pagingTable = try table.table("paging")
        let isNamed = pagingTable?.has("param") ?? false
        try claim(paging.parameter, for: "paging", isNamed ? "param" : "paging", of: isNamed ? pagingTable : table)
        try claim(paging.size?.param, for: "paging", "size_param", of: pagingTable)
        try claim(delta?.param, for: "delta", "param", of: try table.table("delta"))
    }

    private func checkDelta(in table: ManifestTable, _ uses: [TemplateUse]) throws(ManifestError) {
        guard delta != nil, let deltaTable = try table.table("delta") else {
            if let use = uses.first(where: { $0.variable == .since }) {
                throw use.error("which needs delta: what changes are asked for since")
            }
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
    }
}

extension CollectionSpec.Detail {
    fileprivate init(_ table: ManifestTable) throws(ManifestError) {
        pathTemplate = try table.location("path")
        path = pathTemplate.text
        items = try table.dottedPath("items") ?? DottedPath(components: [])
        let isBatch = path.contains(Self.severalIDs)
        let parts = path.split(separator: isBatch ? Self.severalIDs : Self.oneID, omittingEmptySubsequences: false)
        guard parts.count == 2, !isBatch || !path.contains(Self.oneID) else {
            throw table.error(
                "path", .badValue("needs one place for the ID of an item; write {id}, or {ids} for several"))
        }
        if let use = try TemplateUse.all(in: parts.joined(separator: "x"), at: "path", of: table).first {
            throw use.error("which only pages of a list have a value for")
        }
        if !isBatch, table.has("batch") {
            throw table.error("batch", .impossible("needs {ids} in the path: {id} is one item"))
        }
        batch = isBatch ? try table.number("batch") : nil
    }
}

extension CollectionSpec.Delta {
    fileprivate init(_ table: ManifestTable, isTemplated: Bool) throws(ManifestError) {
        param = try table.parameter("param")
        if isTemplated, param != nil {
            throw table.error("param", .impossible("and {since} say the same thing; keep one"))
        }
        if !isTemplated, param == nil {
            throw table.error("param", .missingKey(advice: "name the parameter that takes the greatest version"))
        }
        overlap = try table.number("overlap")
        format = try table.word("format", as: DeltaFormat.self)
        template = try table.string("template") ?? Self.place
        guard template.contains(Self.place) else {
            throw table.error("template", .badValue("has no {}, where the start goes; write \">={}\", say"))
        }
        first = try table.string("first")
        place = try table.word("place", as: DeltaPlace.self) ?? .tail
    }
}

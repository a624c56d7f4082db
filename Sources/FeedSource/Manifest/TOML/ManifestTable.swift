import FeedModel

/// One table of a manifest while it is read: gives values of the type that is requested, nil for a key that is missing, or
/// an error that names file, line and key.
struct ManifestTable {
    struct Context {
        let file: String
        let document: TOMLDocument
        /// What messages call the key at a path, where that is not as TOML writes it.
        var wording: (@Sendable (String) -> String)?
    }

    let values: [String: ManifestValue]
    private let path: [TOMLDocument.Step]
    private let context: Context

    func has(_ key: String) -> Bool { values[key] != nil }

    // MARK: Errors

    func error(_ key: String?, _ reason: ManifestError.Reason) -> ManifestError {
        ManifestError(file: context.file, line: line(of: key), key: name(of: key), reason: reason)
    }

    func warning(_ key: String, _ message: String) -> ManifestWarning {
        ManifestWarning(file: context.file, line: line(of: key), key: place(of: key).name, message: message)
    }

    func place(of key: String) -> KeyPlace { KeyPlace(name(of: key) ?? key, line: line(of: key)) }

    func line(of key: String?) -> Int? {
        context.document.line(of: path + (key.map { [.key($0)] } ?? []))
    }

    /// What messages call a key. Elements of arrays have no name of their own: in TOML the line distinguishes them, else the
    /// name of the collection.
    func name(of key: String?) -> String? {
        let names = tableName + (key.map { [$0] } ?? [])
        guard !names.isEmpty else { return nil }
        let name = names.joined(separator: ".")
        guard let wording = context.wording else { return name }
        return (collection.map { "collection “\($0)”, " } ?? "") + wording(name)
    }

    /// The steps to this table by which the list of keys knows it.
    private var tableName: [String] {
        path.compactMap { if case .key(let name) = $0 { name } else { nil } }
    }

    /// The collection that this table is a part of; nil outside of one.
    private var collection: String? {
        guard path.count > 1, case .key(let key) = path[0], case .index(let index) = path[1],
            case .list(let tables)? = context.document.root[key]
        else { return nil }
        return tables[index].members?["name"]?.text
    }

    private func wrongType(_ key: String, expected: String, found: ManifestValue) -> ManifestError {
        error(key, .wrongType(expected: expected, found: found.kindName))
    }

    /// Throws for the first key, by line, that a table of that name does not have.
    func checkKeys(as table: String) throws(ManifestError) {
        guard let known = ManifestKeys.byTable[table]?.map(\.name), let key = firstKey(besides: known) else { return }
        throw error(key, .unknownKey(suggestion: Spelling.suggestion(for: key, among: known)))
    }

    func firstKey(besides known: [String]) -> String? {
        let others = values.keys.filter { !known.contains($0) }
        return others.min { (line(of: $0) ?? 0, $0) < (line(of: $1) ?? 0, $1) }
    }

    // MARK: Values

    private func value<Value>(
        _ key: String, expecting kind: String, _ read: (ManifestValue) -> Value?
    ) throws(ManifestError) -> Value? {
        guard let found = values[key] else { return nil }
        guard let value = read(found) else { throw wrongType(key, expected: kind, found: found) }
        return value
    }

    func list<Element>(
        _ key: String, expecting kind: String, _ read: (ManifestValue) -> Element?
    ) throws(ManifestError) -> [Element]? {
        guard let found = values[key] else { return nil }
        guard case .list(let elements) = found else { throw wrongType(key, expected: kind, found: found) }
        var list: [Element] = []
        for found in elements {
            guard let element = read(found) else { throw wrongType(key, expected: kind, found: found) }
            list.append(element)
        }
        return list
    }

    func string(_ key: String) throws(ManifestError) -> String? {
        try value(key, expecting: "a string", \.text)
    }

    func required<Value>(
        _ key: String, orAdvise advice: String, _ read: (String) throws(ManifestError) -> Value?
    ) throws(ManifestError) -> Value {
        guard let value = try read(key) else { throw error(key, .missingKey(advice: advice)) }
        return value
    }

    /// What `read` makes of a text; its fault is one of the key's value.
    func reading<Value, Fault: TextFault>(
        _ text: String, of key: String, _ read: (String) throws(Fault) -> Value
    ) throws(ManifestError) -> Value {
        try parsing(text, read) { error(key, .badValue($0)) }
    }

    /// An integer in the range that the list of keys says.
    func integer(_ key: String) throws(ManifestError) -> Int? {
        let range = setting(key)?.bounds ?? 0...Int.max
        let number = try value(key, expecting: "an integer", \.whole)
        if let number, !range.contains(number) {
            throw error(key, .badValue("is \(number); \(Self.wording(range))"))
        }
        return number
    }

    /// The same; where the key is missing the default that the list says.
    func number(_ key: String) throws(ManifestError) -> Int { try integer(key) ?? standard(key) }

    /// The default that the list of keys says, 0 where it says none.
    func standard(_ key: String) -> Int { setting(key)?.standard.flatMap { Int($0) } ?? 0 }

    private func setting(_ key: String) -> SettingKey? {
        ManifestKeys.byTable[tableName.joined(separator: ".")]?.first { $0.name == key }
    }

    func bool(_ key: String) throws(ManifestError) -> Bool? {
        try value(key, expecting: "true or false") { if case .bool(let value) = $0 { value } else { nil } }
    }

    private static func wording(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max
            ? "it must be at least \(range.lowerBound)" : "it must be from \(range.lowerBound) to \(range.upperBound)"
    }

    func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, as type: Word.Type
    ) throws(ManifestError) -> Word? where Word.RawValue == String {
        guard let text = try string(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue)
            let guess = Spelling.suggestion(for: text, among: words).map { "; did you mean “\($0)”?" } ?? ""
            throw error(key, .badValue("is “\(text)”, which is none of \(words.joined(separator: ", "))\(guess)"))
        }
        return word
    }

    func table(_ key: String) throws(ManifestError) -> ManifestTable? {
        try value(key, expecting: "a table", \.members).map { values throws(ManifestError) in
            try inner(values, at: path + [.key(key)])
        }
    }

    func table<Value>(
        _ key: String, as read: (ManifestTable) throws(ManifestError) -> Value
    ) throws(ManifestError) -> Value? {
        guard let table = try table(key) else { return nil }
        return try read(table)
    }

    func tables(_ key: String) throws(ManifestError) -> [ManifestTable] {
        var tables: [ManifestTable] = []
        for values in try list(key, expecting: "an array of tables ([[\(key)]])", \.members) ?? [] {
            tables.append(try inner(values, at: path + [.key(key), .index(tables.count)]))
        }
        return tables
    }

    private func inner(
        _ values: [String: ManifestValue], at path: [TOMLDocument.Step]
    ) throws(ManifestError) -> ManifestTable {
        let table = ManifestTable(values: values, path: path, context: context)
        try table.checkKeys(as: table.tableName.joined(separator: "."))
        return table
    }

    // MARK: Text with a grammar of its own

    func headerName(_ key: String) throws(ManifestError) -> String? {
        guard let name = try string(key) else { return nil }
        guard HeaderFields.isName(name) else { throw error(key, .badValue("is “\(name)”, which cannot name a header")) }
        return name
    }

    func parameter(_ key: String) throws(ManifestError) -> String? {
        guard let name = try string(key) else { return nil }
        if name.isEmpty { throw error(key, .badValue("is empty; name the query parameter")) }
        return name
    }

    func template(_ key: String) throws(ManifestError) -> ValueTemplate? {
        guard let text = try string(key) else { return nil }
        guard HeaderFields.isValue(text) else { throw error(key, .badValue("holds a line break or control character")) }
        return try reading(text, of: key) { text throws(TemplateFault) in
            try ValueTemplate(text, at: place(of: key))
        }
    }

    /// A path below the base URL, with a query or without.
    func location(_ key: String) throws(ManifestError) -> ValueTemplate {
        let path = try required(key, orAdvise: "write what comes after base_url", template)
        let reference = try reading(path.sample, of: key, URLReference.init)
        guard reference.scheme == nil, reference.authority == nil else {
            throw error(key, .badValue(SourceURLError.notRelative.message))
        }
        if Self.leadsOut(path.sample) {
            throw error(key, .badValue("leads out of base_url with “..”; every path is below it"))
        }
        if path.text.contains("#") {
            throw error(key, .badValue("has a fragment (#…), which is never sent; escape it as %23"))
        }
        return path
    }

    /// Whether a path has more steps back than forth at any place.
    private static func leadsOut(_ path: String) -> Bool {
        var depth = 0
        for step in path.prefix(while: { $0 != "?" }).split(separator: "/") where depth >= 0 {
            switch step.replacing("%2e", with: ".").replacing("%2E", with: ".") {
            case ".": break
            case "..": depth -= 1
            default: depth += 1
            }
        }
        return depth < 0
    }

    /// A length of time such as `7d`, `12h`, `30m` or `90s`, or the key's default, in seconds.
    func seconds(_ key: String, atLeast least: Int64) throws(ManifestError) -> Int64 {
        let text = try string(key) ?? setting(key)?.standard ?? ""
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count >= 0,
            text.utf8.dropLast().allSatisfy(\.isDigit)
        else {
            throw error(key, .badValue("is “\(text)”; write a number and its unit: 90s, 30m, 12h or 7d"))
        }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: unit)
        guard !isTooLong, seconds <= 3_660 * 86_400 else { throw error(key, .badValue("is longer than ten years")) }
        guard seconds >= least else { throw error(key, .badValue("is “\(text)”; it must be at least \(least)s")) }
        return seconds
    }

    /// A number of bytes such as `200MB`, or the key's default; units are powers of 1,000.
    func bytes(_ key: String) throws(ManifestError) -> Int64 {
        let text = try string(key) ?? setting(key)?.standard ?? ""
        let units: [(String, Int64)] = [("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.0) }),
            let count = Int64(text.dropLast(unit.0.count)), (1...1_000_000_000_000_000 / unit.1).contains(count)
        else { throw error(key, .badValue("is “\(text)”; write a number and its unit: 500kB, 200MB or 2GB")) }
        return count * unit.1
    }

    func cursorText(_ key: String) throws(ManifestError) -> String? {
        try value(key, expecting: "a string, an integer, true or false") { value in
            switch value {
            case .string(let text): text
            case .integer(let number): String(number)
            case .bool(let isTrue): isTrue ? "true" : "false"
            default: nil
            }
        }
    }

    /// A table of texts under names that the user chooses, in the order of the names; none where the key is missing.
    ///
    /// - Parameter fault: why a name cannot be used, beside those before it; nil where it can.
    private func templates(
        _ key: String, fault: (String, [NamedTemplate]) -> ManifestError.Reason?
    ) throws(ManifestError) -> [NamedTemplate] {
        guard let table = try table(key) else { return [] }
        var templates: [NamedTemplate] = []
        for name in table.values.keys.sorted() {
            if let fault = fault(name, templates) { throw table.error(name, fault) }
            guard let value = try table.template(name) else { continue }
            templates.append(NamedTemplate(name: name, value: value))
        }
        return templates
    }

    func parameters(_ key: String) throws(ManifestError) -> [NamedTemplate] {
        try templates(key) { name, _ in name.isEmpty ? .badValue("has no name; name the query parameter") : nil }
    }

    func headers() throws(ManifestError) -> [NamedTemplate] {
        try templates("headers") { name, others in
            if !HeaderFields.isName(name) { return .badValue("cannot name a header") }
            if Self.reservedHeaders.contains(name.lowercased()) {
                return .badValue("is set by the program itself; remove it")
            }
            let twin = others.first { HeaderFields.areEqual($0.name, name) }
            return twin.map { .impossible("is the same header as \($0.name); keep one") }
        }
    }

    /// Headers that the client sets by itself, or that speak of the connection.
    private static let reservedHeaders: Set<String> = [
        "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect", "host",
        "if-modified-since", "if-none-match", "keep-alive", "proxy-authorization", "range", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]
}

extension ManifestTable {
    init(root context: Context) throws(ManifestError) {
        self.init(values: context.document.root, path: [], context: context)
        try checkKeys(as: "")
    }
}

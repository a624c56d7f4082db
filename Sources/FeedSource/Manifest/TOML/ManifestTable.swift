import FeedModel

/// One table of a manifest while it is read: gives values of the type that is requested, or an error that names file,
/// line and key.
struct ManifestTable {
    struct Context {
        let file: String
        let document: TOMLDocument
    }

    let values: [String: ManifestValue]
    private let path: [TOMLDocument.Step]
    private let context: Context

    init(root context: Context) {
        self.init(values: context.document.root, path: [], context: context)
    }

    private init(values: [String: ManifestValue], path: [TOMLDocument.Step], context: Context) {
        self.values = values
        self.path = path
        self.context = context
    }

    func has(_ key: String) -> Bool { values[key] != nil }

    // MARK: Errors

    func error(_ key: String?, _ reason: ManifestError.Reason) -> ManifestError {
        ManifestError(file: context.file, line: line(of: key), key: name(of: key), reason: reason)
    }

    func warning(_ key: String, _ message: String) -> ManifestWarning {
        ManifestWarning(file: context.file, line: line(of: key), key: name(of: key) ?? key, message: message)
    }

    func line(of key: String?) -> Int? {
        context.document.line(of: path + (key.map { [.key($0)] } ?? []))
    }

    /// Elements of arrays have no name of their own; the line distinguishes them.
    private func name(of key: String?) -> String? {
        var names: [String] = []
        for case .key(let name) in path { names.append(name) }
        names += key.map { [$0] } ?? []
        return names.isEmpty ? nil : names.joined(separator: ".")
    }

    func wrongType(_ key: String, expected: String, found: ManifestValue) -> ManifestError {
        error(key, .wrongType(expected: expected, found: found.kindName))
    }

    /// Throws for the first key, by line, that is not among `known`.
    func allow(only known: [String]) throws(ManifestError) {
        let unknown = values.keys.filter { !known.contains($0) }
        guard let key = unknown.min(by: { (line(of: $0) ?? 0, $0) < (line(of: $1) ?? 0, $1) }) else { return }
        throw error(key, .unknownKey(suggestion: Spelling.suggestion(for: key, among: known)))
    }

    // MARK: Values

    func string(_ key: String) throws(ManifestError) -> String? {
        switch values[key] {
        case nil: return nil
        case .string(let text): return text
        case .some(let found): throw wrongType(key, expected: "a string", found: found)
        }
    }

    func string(_ key: String, orAdvise advice: String) throws(ManifestError) -> String {
        guard let text = try string(key) else { throw error(key, .missingKey(advice: advice)) }
        return text
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ManifestError) -> Int? {
        switch values[key] {
        case nil: return nil
        case .integer(let number) where range.contains(number): return number
        case .integer(let number): throw error(key, .badValue("is \(number); \(Self.wording(range))"))
        case .some(let found): throw wrongType(key, expected: "an integer", found: found)
        }
    }

    func bool(_ key: String) throws(ManifestError) -> Bool? {
        switch values[key] {
        case nil: return nil
        case .bool(let value): return value
        case .some(let found): throw wrongType(key, expected: "true or false", found: found)
        }
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
        switch values[key] {
        case nil: return nil
        case .table(let values): return inner(values, at: path + [.key(key)])
        case .some(let found): throw wrongType(key, expected: "a table", found: found)
        }
    }

    /// An array of tables; none where the key is missing.
    func tables(_ key: String) throws(ManifestError) -> [ManifestTable] {
        guard let value = values[key] else { return [] }
        guard case .list(let elements) = value else {
            throw wrongType(key, expected: "an array of tables ([[\(key)]])", found: value)
        }
        var tables: [ManifestTable] = []
        for (index, element) in elements.enumerated() {
            guard case .table(let values) = element else {
                throw wrongType(key, expected: "an array of tables ([[\(key)]])", found: element)
            }
            tables.append(inner(values, at: path + [.key(key), .index(index)]))
        }
        return tables
    }

    private func inner(_ values: [String: ManifestValue], at path: [TOMLDocument.Step]) -> ManifestTable {
        ManifestTable(values: values, path: path, context: context)
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

    /// A text that may hold `${NAME}`s.
    func template(_ key: String) throws(ManifestError) -> ValueTemplate? {
        guard let text = try string(key) else { return nil }
        guard HeaderFields.isValue(text) else { throw error(key, .badValue("holds a line break or control character")) }
        do {
            _ = try ValueTemplate.parts(of: text)
        } catch {
            throw self.error(key, .badValue("has a ${ without a variable's name and } after it"))
        }
        return ValueTemplate(text: text, key: name(of: key) ?? key, line: line(of: key))
    }

    /// A path below the base URL, with a query or without.
    func location(_ key: String) throws(ManifestError) -> ValueTemplate {
        _ = try string(key, orAdvise: "write what comes after base_url")
        guard let path = try template(key) else { throw error(key, .missingKey(advice: "write a path")) }
        do throws(SourceURLError) {
            let reference = try URLReference(path.sample)
            guard reference.scheme == nil, reference.authority == nil else { throw SourceURLError.notRelative }
        } catch {
            throw self.error(key, .badValue(error.message))
        }
        if path.text.contains("#") {
            throw error(key, .badValue("has a fragment (#…), which is never sent; escape it as %23"))
        }
        return path
    }

    /// A length of time such as `7d`, `12h`, `30m` or `90s`, in seconds.
    func seconds(_ key: String, atLeast least: Int64) throws(ManifestError) -> Int64? {
        guard let text = try string(key) else { return nil }
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count >= 0,
            text.utf8.dropLast().allSatisfy(URLText.isDigit)
        else {
            throw error(key, .badValue("is “\(text)”; write a number and its unit: 90s, 30m, 12h or 7d"))
        }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: unit)
        guard !isTooLong, seconds <= 3_660 * 86_400 else { throw error(key, .badValue("is longer than ten years")) }
        guard seconds >= least else { throw error(key, .badValue("is “\(text)”; it must be at least \(least)s")) }
        return seconds
    }

    /// A list of integers; none where the key is missing.
    func integers(_ key: String) throws(ManifestError) -> [Int] {
        guard let value = values[key] else { return [] }
        guard case .list(let elements) = value else {
            throw wrongType(key, expected: "an array of integers", found: value)
        }
        var integers: [Int] = []
        for element in elements {
            guard case .integer(let number) = element else {
                throw wrongType(key, expected: "an array of integers", found: element)
            }
            integers.append(number)
        }
        return integers
    }
}

/// Guesses what a mistyped word was meant to be.
package enum Spelling {
    /// The candidate nearest to `word`, if it is near enough to be worth asking: at most a third of its letters
    /// differ. Of equally near ones the first.
    package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let typed = Array(word.lowercased())
        // A long name is no slip of the keyboard, and not worth a quadratic search.
        guard typed.count <= 100 else { return nil }
        let distances = candidates.map { ($0, distance(typed, Array($0.lowercased()))) }
        guard let (nearest, distance) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
        return distance <= max(1, max(typed.count, nearest.count) / 3) ? nearest : nil
    }

    /// How many letters must be inserted, deleted, replaced or swapped with their neighbours (optimal string alignment,
    /// the restricted form of Damerau and Levenshtein's distance).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before = [Int](), above = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(row[j] + 1, above[j + 1] + 1, above[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, above) = (above, row)
        }
        return above[right.count]
    }
}

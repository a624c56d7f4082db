import FeedModel

/// A JSON object that a control endpoint was sent. A member that is not known is refused, since one that is misspelt would
/// change nothing.
struct ControlObject {
    private let members: JSONMembers
    /// Where it is, for messages: empty for the whole body.
    private let place: String

    init(_ body: [UInt8], knowing names: [String]) throws(RequestError) {
        try self.init(try JSONMembers(object: body), at: "", knowing: names)
    }

    private init(_ members: JSONMembers, at place: String, knowing names: [String]) throws(RequestError) {
        if let unknown = members.members.map(\.key).first(where: { !names.contains($0) }) {
            throw .unknownName(
                "member", place + unknown, nearest: Spelling.suggestion(for: unknown, among: names), names)
        }
        (self.members, self.place) = (members, place)
    }

    subscript(name: String) -> ArraySlice<UInt8>? { members[name] }

    func text(_ name: String) throws(RequestError) -> String? {
        guard let value = members[name] else { return nil }
        guard case .string(let text) = JSONScalar(bytes: value) else { throw wrong(name, "a text") }
        return text
    }

    func number(_ name: String, in range: ClosedRange<Int> = 0...Int.max) throws(RequestError) -> Int? {
        guard let value = members[name] else { return nil }
        guard let number = Int(String(decoding: value, as: UTF8.self)), range.contains(number) else {
            let limit =
                range.upperBound == .max ? "from \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            throw wrong(name, "a whole number, \(limit)")
        }
        return number
    }

    func flag(_ name: String) throws(RequestError) -> Bool? {
        guard let value = members[name] else { return nil }
        guard case .bool(let flag) = JSONScalar(bytes: value) else { throw wrong(name, "true or false") }
        return flag
    }

    func texts(_ name: String) throws(RequestError) -> [String]? {
        guard let document = try document(name, .array, "a list of texts") else { return nil }
        return try document.elements(of: document.root).map { (range) throws(RequestError) in
            guard case .string(let text) = document.scalar(at: range) else { throw wrong(name, "a list of texts") }
            return text
        }
    }

    /// The members of an object, each of which is a text.
    func headers(_ name: String) throws(RequestError) -> [(name: String, text: String)] {
        guard let document = try document(name, .object, "an object of texts") else { return [] }
        return try document.members(of: document.root).map { (key, range) throws(RequestError) in
            guard case .string(let text) = document.scalar(at: range) else { throw wrong(name, "an object of texts") }
            return (name: key, text: text)
        }
    }

    /// The members of an object, each as a text: a text without its quotes, any other value as it is written.
    func values(_ name: String) throws(RequestError) -> [(name: String, text: String)] {
        guard let document = try document(name, .object, "an object") else { return [] }
        return document.members(of: document.root).map { ($0.key, document.plainText(at: $0.value)) }
    }

    func objects(_ name: String, knowing names: [String]) throws(RequestError) -> [ControlObject]? {
        guard let document = try document(name, .array, "a list of objects") else { return nil }
        return try document.elements(of: document.root).enumerated().map { (index, range) throws(RequestError) in
            guard document.scalar(at: range) == .object else { throw wrong(name, "a list of objects") }
            return try ControlObject(JSONMembers(document, in: range), at: "\(place)\(name)[\(index)].", knowing: names)
        }
    }

    private func document(
        _ name: String, _ kind: JSONScalar, _ expected: String
    ) throws(RequestError) -> JSONDocument? {
        guard let value = members[name] else { return nil }
        guard let document = try? JSONDocument(Array(value)), document.scalar(at: document.root) == kind else {
            throw wrong(name, expected)
        }
        return document
    }

    func wrong(_ name: String, _ expected: String) -> RequestError {
        .badBody(reason: "\(place)\(name) is not \(expected)")
    }
}

extension RequestPattern {
    /// The members that say which requests are meant.
    static let members = ["request", "headers", "body", "json"]

    /// Reads them: `headers` with empty values have any, `json` has values by their paths.
    init(_ object: ControlObject) throws(RequestError) {
        guard let text = try object.text("request") else {
            throw .badBody(reason: "it has no request, such as {\"request\": \"GET photos\"}")
        }
        var pattern = try RequestError.reading { try RequestPattern(parsing: text) }
        for (name, value) in try object.headers("headers") {
            pattern = pattern.header(name, value.isEmpty ? nil : value)
        }
        if let text = try object.text("body") { pattern = pattern.body(containing: text) }
        for (path, value) in try object.values("json") {
            guard let path = try? DottedPath(parsing: path) else { throw object.wrong("json", "an object with paths") }
            pattern = pattern.body(having: BodyValue(path: path, text: value))
        }
        self = pattern
    }
}

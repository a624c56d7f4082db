struct FeedDocumentObject {
    private let path: String
    private let document: JSONDocument
    private let members: [String: Range<Int>]

    init(_ document: JSONDocument, at range: Range<Int>, path: String) throws(FeedDocumentError) {
        self.document = document
        self.path = path
        guard let members = document.membersByName(of: range) else {
            throw .unexpected(path: path, found: document.scalar(at: range).kindName, expected: "an object")
        }
        self.members = members
    }

    /// A text, or a number as it is written, since 7 and "7" are one ID; nil for null or nothing.
    func text(_ name: String) throws(FeedDocumentError) -> String? {
        switch scalar(name) {
        case .null: nil
        case .string(let text), .number(let text): text
        case let other: throw unexpected(name, found: other.kindName, expected: "a string")
        }
    }

    func requiredText(_ name: String) throws(FeedDocumentError) -> String {
        guard members[name] != nil else { throw .missing(path: path(of: name)) }
        guard let text = try text(name) else { throw unexpected(name, found: "null", expected: "a string") }
        return text
    }

    /// An integer of 64 bits, nil for null or nothing.
    func integer(_ name: String) throws(FeedDocumentError) -> Int64? {
        switch scalar(name) {
        case .null: return nil
        case .number(let text):
            guard let number = Int64(text) else { throw unexpected(name, found: text, expected: "an integer") }
            return number
        case let other: throw unexpected(name, found: other.kindName, expected: "an integer")
        }
    }

    func array(_ name: String) throws(FeedDocumentError) -> [Range<Int>] {
        guard let range = members[name] else { throw .missing(path: path(of: name)) }
        let value = document.scalar(at: range)
        guard value == .array else { throw unexpected(name, found: value.kindName, expected: "an array") }
        return document.elements(of: range)
    }

    func element(_ index: Int, of name: String, at range: Range<Int>) throws(FeedDocumentError) -> FeedDocumentObject {
        try FeedDocumentObject(document, at: range, path: "\(path(of: name))[\(index)]")
    }

    /// The bytes of any value that has to be there, without white space between its tokens.
    func payload(_ name: String) throws(FeedDocumentError) -> String {
        guard let range = members[name] else { throw .missing(path: path(of: name)) }
        return String(decoding: JSONPretty.singleLine(document.slice(range)), as: UTF8.self)
    }

    func unexpected(_ name: String, found: String, expected: String) -> FeedDocumentError {
        .unexpected(path: path(of: name), found: found, expected: expected)
    }

    private func scalar(_ name: String) -> JSONScalar {
        members[name].map { document.scalar(at: $0) } ?? .null
    }

    private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

import FeedModel

/// The members of a JSON object, in order, each key once. Keys are compared by their bytes.
struct JSONMembers {
    private(set) var members: [(key: String, value: ArraySlice<UInt8>)] = []
    /// Where each key is in the array.
    private var places: [ExactText: Int] = [:]

    /// The members of the object at `range`, the last one of those with the same key.
    init(_ document: JSONDocument, in range: Range<Int>) {
        for (key, value) in document.members(of: range) { set(key, to: document.slice(value)) }
    }

    /// The members of the object that the whole text is.
    ///
    /// - Throws: `RequestError` for another text.
    init(object bytes: [UInt8]) throws(RequestError) {
        let document = try RequestError.reading { try JSONDocument(bytes) }
        guard document.scalar(at: document.root) == .object else { throw .badBody(reason: "it is no JSON object") }
        self.init(document, in: document.root)
    }

    subscript(key: String) -> ArraySlice<UInt8>? {
        places[ExactText(key)].map { members[$0].value }
    }

    /// Gives a member another value, or adds it after all others.
    mutating func set(_ key: String, to value: ArraySlice<UInt8>) {
        if let place = places[ExactText(key)] {
            members[place].value = value
        } else {
            places[ExactText(key)] = members.count
            members.append((key, value))
        }
    }

    /// Adds a member before all others. None has its key.
    mutating func prepend(_ key: String, _ value: ArraySlice<UInt8>) {
        places = places.mapValues { $0 + 1 }
        places[ExactText(key)] = 0
        members.insert((key, value), at: 0)
    }

    /// The object on one line, its values as they are.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (key, value) in members {
                writer.key(key)
                writer.verbatim(value)
            }
        }
        return writer.bytes
    }
}

extension JSONDocument {
    /// A member of the object at `range`, which is the root if left out: the last one of that name.
    func member(_ name: String, of range: Range<Int>? = nil) -> Range<Int>? {
        members(of: range ?? root).last { $0.key == name }?.value
    }

    /// The same where it is a text.
    func text(_ name: String, of range: Range<Int>? = nil) -> String? {
        guard case .string(let text)? = member(name, of: range).map(scalar) else { return nil }
        return text
    }
}

import FeedModel

/// The members of a JSON object, in order, each key once.
struct JSONMembers {
    private(set) var members: [(key: String, value: ArraySlice<UInt8>)] = []

    /// The members of the object that is `bytes`, the last one of those with the same key.
    init(_ document: JSONDocument, in range: Range<Int>) {
        for (key, value) in document.members(of: range) { self[key] = document.slice(value) }
    }

    subscript(key: String) -> ArraySlice<UInt8>? {
        get { members.first { $0.key == key }?.value }
        set {
            guard let index = members.firstIndex(where: { $0.key == key }) else {
                if let newValue { members.append((key, newValue)) }
                return
            }
            if let newValue { members[index].value = newValue } else { members.remove(at: index) }
        }
    }

    /// Adds a member before all others.
    mutating func prepend(_ key: String, _ value: ArraySlice<UInt8>) {
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

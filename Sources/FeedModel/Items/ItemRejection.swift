/// Why an item has no usable ID. It is set aside with its bytes, and its page continues.
package enum ItemRejection: Hashable, Sendable {
    /// The longest ID that is taken, in bytes of UTF-8. Longer ones are a mistake in the manifest, or an attack on
    /// the index.
    package static let maximumIDLength = 1024

    /// The element of the list is no object; its kind is given.
    case notAnObject(found: String)
    case missingID(path: String)
    /// What is at the ID's path is neither a string nor an integer; its kind is given.
    case unusableID(path: String, found: String)
    /// A number with a fraction or an exponent.
    case fractionalID(path: String, text: String)
    case emptyID(path: String)
    /// A string of more than `maximumIDLength` bytes.
    case longID(path: String, length: Int)
    /// Half of a surrogate pair, which text cannot encode, or U+0000, which ends text in databases, file names and
    /// command lines.
    case unencodableID(path: String)

    /// The reason in words, to follow “rejected:”.
    package var message: String {
        switch self {
        case .notAnObject(let found): "the item is \(found), not an object"
        case .missingID(let path): "the item has no “\(path)”"
        case .unusableID(let path, let found): "“\(path)” is \(found), not a string or an integer"
        case .fractionalID(let path, let text): "“\(path)” is \(text), which is not written as an integer"
        case .emptyID(let path): "“\(path)” is an empty string"
        case .longID(let path, let length): "“\(path)” is \(length) bytes long; IDs end at \(Self.maximumIDLength)"
        case .unencodableID(let path): "“\(path)” holds U+0000 or half of a surrogate pair"
        }
    }
}

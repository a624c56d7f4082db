package import FeedModel

package enum ItemIDRule: Hashable, Sendable {
    case path(DottedPath)
    /// At several paths in the item, whose values are one ID together; two or more.
    case compound([DottedPath])
    /// The list is an object, and the item's key in it is its ID.
    case key
    /// The item is its own ID: a text or a number.
    case value

    package static let keyWord = "@key"
    package static let valueWord = "@value"

    package var paths: [DottedPath] {
        switch self {
        case .path(let path): [path]
        case .compound(let paths): paths
        case .key, .value: []
        }
    }

    var rowKind: JSONScan.Kind { self == .key ? .members : .elements }

    func add(to fingerprint: inout Fingerprint) {
        switch self {
        case .path(let path): fingerprint.add(path.description)
        case .key: fingerprint.add(Self.keyWord)
        case .value: fingerprint.add(Self.valueWord)
        case .compound(let paths):
            fingerprint.add("@all")
            fingerprint.add(paths.count)
            for path in paths { fingerprint.add(path.description) }
        }
    }

    /// The ID of an item, or why it has none.
    ///
    /// - Parameters:
    ///   - key: the bytes of its key between the quotes; nil where the list is no object.
    ///   - cell: the bytes at the path of that number in `paths`.
    func identity(
        of item: ArraySlice<UInt8>, key: ArraySlice<UInt8>?, cell: (Int) -> ArraySlice<UInt8>?
    ) -> ItemIdentity {
        switch self {
        case .key:
            guard let key else { return .rejected(.missingID(path: Self.keyWord)) }
            return Self.identity(text: JSONText(unescaping: key), at: Self.keyWord)
        case .value: return Self.identity(in: item, at: Self.valueWord)
        case .path(let path):
            guard item.first == UInt8(ascii: "{") else { return Self.noObject(item) }
            return Self.identity(in: cell(0), at: path.description)
        case .compound(let paths):
            guard item.first == UInt8(ascii: "{") else { return Self.noObject(item) }
            return Self.identity(joining: paths.enumerated().map { ($1, cell($0)) })
        }
    }

    private static func noObject(_ item: ArraySlice<UInt8>) -> ItemIdentity {
        .rejected(.notAnObject(found: JSONScalar(bytes: item).kindName))
    }

    private static func identity(in cell: ArraySlice<UInt8>?, at path: @autoclosure () -> String) -> ItemIdentity {
        guard let cell else { return .rejected(.missingID(path: path())) }
        switch cell.first ?? 0 {
        case UInt8(ascii: "\""): return identity(text: JSONText(quoted: cell), at: path())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return identity(inNumber: cell, at: path())
        default: return .rejected(.unusableID(path: path(), found: JSONScalar(bytes: cell).kindName))
        }
    }

    private static func identity(text: JSONText, at path: @autoclosure () -> String) -> ItemIdentity {
        if text.utf8.isEmpty { return .rejected(.emptyID(path: path())) }
        if text.utf8.count > ItemRejection.maximumIDLength {
            return .rejected(.longID(path: path(), length: text.utf8.count))
        }
        if text.hasUnpairedSurrogate || text.utf8.contains(0) { return .rejected(.unencodableID(path: path())) }
        return .id(text.string)
    }

    private static func identity(inNumber cell: ArraySlice<UInt8>, at path: @autoclosure () -> String) -> ItemIdentity {
        if cell.count > ItemRejection.maximumIDLength {
            return .rejected(.longID(path: path(), length: cell.count))
        }
        let text = String(decoding: cell, as: UTF8.self)
        guard cell.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isDigit }) else {
            return .rejected(.fractionalID(path: path(), text: String(text.prefix(40))))
        }
        return .id(text == "-0" ? "0" : text)
    }

    /// Joined by `/`; in a part `~` is written `~0` and `/` is written `~1`, as in a JSON Pointer (RFC 6901 §3), so that
    /// no two lists of parts make one ID.
    private static func identity(joining parts: [(path: DottedPath, cell: ArraySlice<UInt8>?)]) -> ItemIdentity {
        var texts: [String] = []
        for (path, cell) in parts {
            switch identity(in: cell, at: path.description) {
            case .id(let text): texts.append(text.replacing("~", with: "~0").replacing("/", with: "~1"))
            case .rejected(let reason): return .rejected(reason)
            }
        }
        let id = texts.joined(separator: "/")
        if id.utf8.count > ItemRejection.maximumIDLength {
            return .rejected(
                .longID(path: parts.map(\.path.description).joined(separator: ", "), length: id.utf8.count))
        }
        return .id(id)
    }
}

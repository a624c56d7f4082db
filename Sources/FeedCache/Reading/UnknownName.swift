/// A collection, section, item or run that is not there.
public struct UnknownName: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable {
        case collection, section, item, run
    }

    public let kind: Kind
    public let name: String
    /// The names there are, where they are few enough to be told.
    public let known: [String]

    public init(kind: Kind, name: String, known: [String] = []) {
        self.kind = kind
        self.name = name
        self.known = known
    }

    public var description: String {
        let choice = known.isEmpty ? "" : "; there are: \(known.joined(separator: ", "))"
        return "there is no \(kind.rawValue) “\(name)”\(choice)"
    }
}

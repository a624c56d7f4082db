/// A collection, section, row, item or run that is not there.
public struct UnknownName: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was asked for.
    public enum Kind: String, Sendable {
        case collection, section, row, item, run
    }

    /// What was asked for.
    public let kind: Kind
    /// The name as it was given.
    public let name: String
    /// The names there are, where they are few enough to be told.
    public let known: [String]

    /// A name that is not there.
    public init(kind: Kind, name: String, known: [String] = []) {
        self.kind = kind
        self.name = name
        self.known = known
    }

    /// One line for people.
    public var description: String {
        let choice = known.isEmpty ? "" : "; there are: \(known.joined(separator: ", "))"
        return "there is no \(kind.rawValue) “\(name)”\(choice)"
    }
}

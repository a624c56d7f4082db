import FeedSource

/// A collection, section, row, item or run that is not there.
package struct UnknownName: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was asked for.
    package enum Kind: String, Sendable {
        case collection, section, row, item, run
    }

    /// What was asked for.
    package let kind: Kind
    /// The name as it was given.
    package let name: String
    /// The names there are, where they are few enough to be listed.
    package let known: [String]

    /// A name that is not there.
    package init(kind: Kind, name: String, known: [String] = []) {
        self.kind = kind
        self.name = name
        self.known = known
    }

    /// How many names are listed at most.
    private static let mostTold = 8

    /// One line for people, with the nearest name first where one is near.
    package var description: String {
        // Two numbers are never alike.
        let nearest = kind == .run ? nil : Spelling.suggestion(for: name, among: known)
        let question = nearest.map { "; did you mean “\($0)”?" } ?? ""
        let told = known.prefix(Self.mostTold).joined(separator: ", ")
        let rest = known.count > Self.mostTold ? " and \(known.count - Self.mostTold) more" : ""
        let choice = known.isEmpty ? "" : "\(question.isEmpty ? ";" : "") there are: \(told)\(rest)"
        return "there is no \(kind.rawValue) “\(name)”\(question)\(choice)"
    }
}

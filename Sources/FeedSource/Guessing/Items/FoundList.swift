package import FeedModel

/// A list that an answer holds.
package struct FoundList: Equatable, Sendable {
    /// What its items are.
    package enum Kind: Equatable, Sendable {
        /// An array of objects.
        case objects
        /// An array of texts and whole numbers.
        case values
        /// An object whose members are objects alike: its keys are the IDs.
        case members
        /// An array without elements.
        case empty
    }

    /// Where it is in the body.
    package let path: DottedPath
    /// What its items are.
    package let kind: Kind
    /// How many items it has.
    package let count: Int
    /// How likely it is the list that is meant; only good for comparing.
    let score: Int

    /// Where it is, in words: `at “data”`.
    package var place: String {
        if path.components.isEmpty { return "that is the answer itself" }
        return "at “\(Sample.cut(ServerMessage.harmless(path.description)))”"
    }
}

import FeedModel
import FeedSource

/// A way in which a list may be read page by page, as a manifest writes it.
struct PagingGuess: Sendable {
    enum Ground: Sendable {
        /// The answer names its next page.
        case named
        /// The answer has what belongs to this style, and says that there is no other page.
        case ended
        /// Servers often understand it. Only a second page can tell.
        case usual
    }

    enum Value: Sendable, Equatable {
        case text(String)
        case number(Int)
        case numbers([Int])
    }

    typealias Key = (name: String, value: Value)

    let style: PagingStyle
    let ground: Ground
    /// Those of the table beside `style`, in their order.
    var keys: [Key]
    /// The page, or the number of items before it, that the first request asked for; nil where it named none.
    var start: Int?
    /// What in the answer speaks for it, in sentences.
    var evidence: String

    init(_ style: PagingStyle, _ ground: Ground, _ keys: [Key] = [], evidence: String) {
        (self.style, self.ground, self.keys, self.evidence) = (style, ground, keys, evidence)
    }

    /// One request is the whole list.
    static func none(evidence: String) -> PagingGuess {
        PagingGuess(.none, .ended, evidence: evidence)
    }

    /// Whether an answer without items shows that the server understands the parameter.
    var isPositional: Bool { style == .page || style == .offset }

    /// Whether the answer says by itself where the list ends.
    var knowsEnd: Bool { keys.contains { $0.name.hasPrefix("total") || $0.name == "has_next" } }

    /// Whether a status of the server ends the list.
    var hasEndStatus: Bool { keys.contains { $0.name == "end_status" } }

    /// The page after the first one, where it does not depend on what the first one says.
    ///
    /// - Parameter count: how many items the first page has.
    func secondPage(afterItems count: Int) -> PageCursor? {
        switch style {
        case .page:
            if let start { return .number(start + 1) }
            for case ("first", .number(let first)) in keys { return .number(first + 1) }
            return .number(2)
        case .offset: return .number((start ?? 0) + count)
        case .none, .cursor, .nextURL, .link, .afterID: return nil
        }
    }

    private func changed(_ change: (inout PagingGuess) -> Void) -> PagingGuess {
        var guess = self
        change(&guess)
        return guess
    }

    /// With the status that the server answers beyond the last page.
    func ending(with status: Int) -> PagingGuess {
        changed { $0.keys.append(("end_status", .numbers([status]))) }
    }

    /// Without what says where the list ends: the second page has shown that it does not end there.
    ///
    /// - Parameter count: how many items the first page has.
    func withoutEnd(items count: Int) -> PagingGuess {
        changed { guess in
            guess.keys.removeAll { $0.name.hasPrefix("total") || $0.name == "has_next" }
            if style == .offset, !keys.contains(where: { $0.name == "size" }) {
                guess.keys.append(("size", .number(count)))
            }
            guess.evidence = "The second page has items beyond the end that the first one names, so that is not used."
        }
    }

    /// With pages that count from 0: the page of number 1 has shown to be the second one.
    func countingFromZero() -> PagingGuess {
        changed { $0.keys.insert(("first", .number(0)), at: keys.first?.name == "param" ? 1 : 0) }
    }

    func adding(evidence sentence: String) -> PagingGuess {
        changed { $0.evidence += " " + sentence }
    }

    /// In a few words: `page with page`, `offset with skip`.
    var text: String {
        for case ("param", .text(let name)) in keys { return "\(style.rawValue) with “\(name)”" }
        return style.rawValue + (isPositional ? " with “\(style.rawValue)”" : "")
    }
}

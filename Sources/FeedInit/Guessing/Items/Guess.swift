import FeedModel
import FeedSource

struct Guess<Value: Sendable>: Sendable {
    let value: Value
    /// What in the answer speaks for it: a sentence or two.
    let evidence: String
}

/// A value as it is shown as evidence: on one line, harmless, not long.
enum Sample {
    private static let longest = 60

    static func text(_ value: JSONScalar) -> String {
        switch value {
        case .string(let text): "\"\(line(text))\""
        case .number(let text): cut(text)
        case .bool, .null, .array, .object: value.kindName
        }
    }

    /// The first two values that differ.
    static func texts(_ values: [JSONScalar]) -> String {
        var texts: [String] = []
        for value in values.prefix(ListFinder.mostElements) where texts.count < 2 {
            let text = text(value)
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.joined(separator: ", ")
    }

    static func cut(_ text: String) -> String { ServerMessage.cut(text, to: longest) }

    static func line(_ text: String) -> String { cut(ServerMessage.harmless(text)) }
}

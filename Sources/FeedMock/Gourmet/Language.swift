import FeedModel

enum Language: Sendable {
    case japanese
    case english

    /// Three items of four are in Japanese.
    init(drawnFrom draw: inout SeededDraw) {
        self = draw.below(100) < 75 ? .japanese : .english
    }
}

/// The same thing said in both languages.
struct Phrase: Sendable {
    private let japanese: String
    private let english: String

    init(_ japanese: String, _ english: String) {
        self.japanese = japanese
        self.english = english
    }

    subscript(language: Language) -> String { language == .japanese ? japanese : english }
}

import FeedModel

/// Which languages the world's texts are in.
package enum LanguageMix: Equatable, Sendable {
    case japanese
    case english
    /// Item by item, this many of a hundred in Japanese, the rest in English.
    case mixed(japanesePercent: Int)

    /// Three items of four in Japanese.
    package static let standard = LanguageMix.mixed(japanesePercent: 75)

    func language(_ draw: inout SeededDraw) -> Language {
        switch self {
        case .japanese: .japanese
        case .english: .english
        case .mixed(let percent): draw.below(100) < percent ? .japanese : .english
        }
    }
}

enum Language: Sendable {
    case japanese
    case english
}

/// The same thing said in both languages.
struct Phrase: Sendable {
    private let japanese: String
    private let english: String

    init(_ japanese: String, _ english: String) {
        self.japanese = japanese
        self.english = english
    }

    subscript(language: Language) -> String {
        switch language {
        case .japanese: japanese
        case .english: english
        }
    }
}

/// Joins lines to one for as long as a quote is open, and counts them.
///
/// Law: what it holds is bounded, and each letter is looked at once, however many lines a quote is left open for.
package struct LineAssembly {
    /// Bytes of a whole line.
    private static let limit = 1 << 20

    /// A whole line with its words, and the number, from 1, of the line of input that it begins with.
    package enum Step: Equatable {
        case whole(ShellWords, number: Int)
        case incomplete
        /// Longer than is taken; what there was of it is dropped.
        case tooLong(number: Int)
    }

    private var words = ShellWords()
    private var number = 0
    private var firstNumber = 1

    package init() {}

    /// What is missing at the end of what there is so far; nil between two lines.
    package var flaw: ShellWords.Flaw? { isEmpty ? nil : words.flaw }
    package var isEmpty: Bool { number < firstNumber }
    /// The number of the line that is being put together.
    package var place: Int { firstNumber }

    package mutating func add(_ line: String) -> Step {
        number += 1
        let piece = number == firstNumber ? line : "\n" + line
        guard words.text.utf8.count + piece.utf8.count <= Self.limit else {
            defer { drop() }
            return .tooLong(number: firstNumber)
        }
        words.append(piece)
        guard words.flaw == nil else { return .incomplete }
        defer { drop() }
        return .whole(words, number: firstNumber)
    }

    /// Counts a line that could not be read.
    package mutating func skip() {
        number += 1
        drop()
    }

    /// Forgets what there is of a line.
    package mutating func drop() {
        (words, firstNumber) = (ShellWords(), number + 1)
    }
}

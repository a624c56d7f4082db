/// What lines of another language than the commands' begin with, and when they are whole.
package struct StatementRule: Sendable {
    package let begins: @Sendable (String) -> Bool
    /// Whether what there is so far is a whole one.
    let isComplete: @Sendable (String) -> Bool

    package init(
        begins: @escaping @Sendable (String) -> Bool, isComplete: @escaping @Sendable (String) -> Bool
    ) {
        self.begins = begins
        self.isComplete = isComplete
    }
}

/// Joins lines to one for as long as a quote is open, and counts them. A statement goes on until it is whole, or until
/// an empty line.
///
/// Law: what it holds is bounded, and each letter is looked at once, however many lines a quote is left open for.
package struct LineAssembly {
    /// Bytes of a whole line.
    private static let limit = 1 << 20

    /// A whole line with its words, and the number, from 1, of the line of input that it begins with.
    package enum Step: Equatable {
        case whole(ShellWords, number: Int)
        /// A whole statement, without blanks around it.
        case statement(String, number: Int)
        case incomplete
        /// Longer than is taken; what there was of it is dropped.
        case tooLong(number: Int)
    }

    private let rule: StatementRule?
    private var words = ShellWords()
    /// What there is of a statement; nil outside.
    package private(set) var statement: String?
    private var number = 0
    private var firstNumber = 1

    /// - Parameter rule: what is a statement; nil: nothing is.
    package init(statements rule: StatementRule? = nil) {
        self.rule = rule
    }

    /// Whether a statement has begun and is not whole.
    package var isInStatement: Bool { statement != nil }

    /// What is missing at the end of what there is so far; nil between two lines.
    package var flaw: ShellWords.Flaw? { isEmpty ? nil : words.flaw }
    package var isEmpty: Bool { number < firstNumber }
    package var place: Int { firstNumber }

    package mutating func add(_ line: String) -> Step {
        number += 1
        if let rule, statement != nil || number == firstNumber && rule.begins(line) { return add(line, by: rule) }
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

    private mutating func add(_ line: String, by rule: StatementRule) -> Step {
        let text = statement.map { $0 + "\n" + line } ?? line
        guard text.utf8.count <= Self.limit else {
            defer { drop() }
            return .tooLong(number: firstNumber)
        }
        statement = text
        let isEmpty = line.allSatisfy(\.isWhitespace)
        return isEmpty || rule.isComplete(text) ? finish() ?? .incomplete : .incomplete
    }

    /// The statement that has begun, as whole as it is; nil outside one.
    package mutating func finish() -> Step? {
        guard let statement else { return nil }
        defer { drop() }
        let text = statement.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        return .statement(String(text), number: firstNumber)
    }

    /// Counts a line that could not be read.
    package mutating func skip() {
        number += 1
        drop()
    }

    package mutating func drop() {
        (words, statement, firstNumber) = (ShellWords(), nil, number + 1)
    }
}

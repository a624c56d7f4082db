import TerminalKit

@testable import FeedShell

/// What can be read of a program's output to a terminal when all is over: lines as the cursor left them, without colour.
///
/// A window without a right edge, and with room for all lines: enough for a line editor and for progress that is drawn
/// over and over (ECMA-48, the sequences that xterm has in common with everybody).
struct TerminalTranscript {
    /// Cells of a line; nil is the second cell of a wide character.
    private typealias Line = [Character?]

    private var lines: [Line] = [[]]
    private var row = 0
    private var column = 0

    init(_ output: String) {
        var rest = output[...]
        while let character = rest.popFirst() {
            switch character {
            case "\r\n": (row, column) = (row + 1, 0)
            case "\n": row += 1
            case "\r": column = 0
            case "\u{8}": column = max(0, column - 1)
            case "\u{1B}": obey(Self.sequence(&rest))
            case _ where character.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }: break
            default: put(character)
            }
            while lines.count <= row { lines.append([]) }
        }
    }

    /// The lines, without blanks at their ends.
    var text: String {
        lines.map { line in
            let text = String(line.compactMap(\.self))
            return text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)]
        }.joined(separator: "\n")
    }

    private mutating func put(_ character: Character) {
        let cells = max(1, DisplayWidth.of(character))
        reach(column + cells)
        lines[row][column] = character
        for extra in 1..<cells { lines[row][column + extra] = nil }
        column += cells
    }

    /// Makes the line at least so long.
    private mutating func reach(_ end: Int) {
        while lines[row].count < end { lines[row].append(" ") }
    }

    // MARK: Control sequences

    /// A control sequence that the text goes on with after ESC, taken off it: its final character and first number.
    private static func sequence(_ rest: inout Substring) -> (final: Character, number: Int?) {
        guard let first = rest.popFirst() else { return (" ", nil) }
        guard first == "[" || first == "]" else { return (" ", nil) }
        let body = rest.prefix { first == "]" ? $0 != "\u{7}" : !$0.isLetter && $0 != "@" }
        rest.removeFirst(body.count)
        guard let final = rest.popFirst(), first == "[" else { return (" ", nil) }
        return (final, Int(body.prefix { $0.isNumber }))
    }

    private mutating func obey(_ sequence: (final: Character, number: Int?)) {
        let count = max(1, sequence.number ?? 1)
        switch sequence.final {
        case "A": row = max(0, row - count)
        case "B": row += count
        case "C": column += count
        case "D": column = max(0, column - count)
        case "G": column = count - 1
        case "K": erase(sequence.number ?? 0)
        case "J":
            erase(0)
            lines.removeSubrange(min(row + 1, lines.count)...)
        case "P" where column < lines[row].count:
            lines[row].removeSubrange(column..<min(column + count, lines[row].count))
        case "@":
            reach(column)
            lines[row].insert(contentsOf: Line(repeating: " ", count: count), at: column)
        default: break
        }
    }

    private mutating func erase(_ part: Int) {
        if part == 2 { lines[row] = [] }
        if part == 0, column < lines[row].count { lines[row].removeSubrange(column...) }
    }
}

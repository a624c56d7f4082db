import TerminalKit

@testable import FeedShell

/// What can be read of a program's output to a terminal when all is over: lines as the cursor left them.
///
/// A window without a right edge, and with room for all lines: enough for a line editor and for progress that is drawn
/// over and over (ECMA-48, the sequences that xterm has in common with other terminals).
struct TerminalTranscript {
    /// How a cell looks.
    struct Look: Hashable {
        var isBold = false
        var isDim = false
        /// The parameter of SGR, 30 to 37; nil for the terminal's own colour.
        var color: Int?
    }

    struct Cell: Hashable {
        /// Nil in the second cell of a wide character.
        var character: Character?
        var look = Look()
    }

    typealias Line = [Cell]

    /// Without the blanks at their ends.
    var lines: [Line] {
        rows.map { line in
            Array(line[..<(line.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0)])
        }
    }

    private var rows: [Line] = [[]]
    private var row = 0
    private var column = 0
    private var look = Look()

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
            while rows.count <= row { rows.append([]) }
        }
    }

    /// The lines without their looks.
    var text: String {
        lines.map { String($0.compactMap(\.character)) }.joined(separator: "\n")
    }

    private mutating func put(_ character: Character) {
        let cells = max(1, DisplayWidth.of(character))
        reach(column + cells)
        rows[row][column] = Cell(character: character, look: look)
        for extra in 1..<cells { rows[row][column + extra] = Cell(character: nil, look: look) }
        column += cells
    }

    /// Makes the line at least so long.
    private mutating func reach(_ end: Int) {
        while rows[row].count < end { rows[row].append(Cell(character: " ")) }
    }

    // MARK: Control sequences

    /// The control sequence after ESC, taken off the text: its final character and its numbers.
    private static func sequence(_ rest: inout Substring) -> (final: Character, numbers: [Int]) {
        guard let first = rest.popFirst() else { return (" ", []) }
        guard first == "[" || first == "]" else { return (" ", []) }
        let body = rest.prefix { first == "]" ? $0 != "\u{7}" : !$0.isLetter && $0 != "@" }
        rest.removeFirst(body.count)
        guard let final = rest.popFirst(), first == "[" else { return (" ", []) }
        return (final, body.split(separator: ";").compactMap { Int($0) })
    }

    private mutating func obey(_ sequence: (final: Character, numbers: [Int])) {
        let number = sequence.numbers.first
        let count = max(1, number ?? 1)
        switch sequence.final {
        case "m": for code in sequence.numbers.isEmpty ? [0] : sequence.numbers { select(code) }
        case "A": row = max(0, row - count)
        case "B": row += count
        case "C": column += count
        case "D": column = max(0, column - count)
        case "G": column = count - 1
        case "K": erase(number ?? 0)
        case "J":
            erase(0)
            rows.removeSubrange(min(row + 1, rows.count)...)
        case "P" where column < rows[row].count:
            rows[row].removeSubrange(column..<min(column + count, rows[row].count))
        case "@":
            reach(column)
            rows[row].insert(contentsOf: Line(repeating: Cell(character: " "), count: count), at: column)
        default: break
        }
    }

    private mutating func erase(_ part: Int) {
        if part == 2 { rows[row] = [] }
        if part == 0, column < rows[row].count { rows[row].removeSubrange(column...) }
    }

    /// Select graphic rendition (ECMA-48, 8.3.117).
    private mutating func select(_ code: Int) {
        switch code {
        case 0: look = Look()
        case 1: look.isBold = true
        case 2: look.isDim = true
        case 22: (look.isBold, look.isDim) = (false, false)
        case 30...37: look.color = code
        case 39: look.color = nil
        default: break
        }
    }
}

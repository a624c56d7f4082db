/// The sequences that make a terminal mark what is pasted (xterm control sequences, DEC private mode 2004): a tab that is
/// pasted is then no key.
package struct BracketedPaste {
    /// What comes before pasted text, and after it.
    package static let start = "\u{1B}[200~"
    package static let end = "\u{1B}[201~"

    private let isKnown: Bool

    /// - Parameter environment: a dumb terminal gets no sequences.
    package init(environment: [String: String]) {
        isKnown = !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// From now on pasted text is marked.
    package var on: String { isKnown ? "\u{1B}[?2004h" : "" }
    package var off: String { isKnown ? "\u{1B}[?2004l" : "" }
}

/// Text that is being pasted, as lines: each but the last was ended by a line break.
struct PastedLines {
    struct Line: Equatable {
        let text: String
        let isEnded: Bool
    }

    /// Letters that are taken of one paste; more is dropped.
    private static let most = 1 << 20

    /// What was not taken yet, the next line first.
    private(set) var lines: [Line] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func takeFirst() -> Line? {
        lines.isEmpty ? nil : lines.removeFirst()
    }

    mutating func drop() {
        lines = []
    }

    /// Reads to the mark at the end of what is pasted. Controls are left out, but for tabs and line breaks. Ctrl-C ends
    /// it without the mark, and drops it.
    ///
    /// - Parameter next: gives the next letter, nil where there are no more.
    /// - Returns: whether it was taken; false where Ctrl-C ended it.
    mutating func read(_ next: () -> Unicode.Scalar?) -> Bool {
        let mark = Array(BracketedPaste.end.unicodeScalars)
        var (text, count) = (String.UnicodeScalarView(), 0)
        var tail: [Unicode.Scalar] = []
        while tail != mark, let scalar = next() {
            if scalar == "\u{3}" { return false }
            if count < Self.most + mark.count { text.append(scalar) }
            count += 1
            tail = tail.suffix(mark.count - 1) + [scalar]
        }
        // The mark is no part of it, whole or cut off.
        text.removeLast(
            max(0, min(count, Self.most + mark.count) - min(count - (tail == mark ? mark.count : 0), Self.most)))
        add(String(text))
        return true
    }

    private mutating func add(_ text: String) {
        let pieces = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            if isLast, piece.isEmpty { return }
            let visible = piece.unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control }
            lines.append(Line(text: String(String.UnicodeScalarView(visible)), isEnded: !isLast))
        }
    }
}

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

/// Text that is pasted, with its line breaks: nothing of it is entered before Enter is pressed.
enum PastedText {
    /// Letters that are taken of one paste; more is dropped.
    private static let most = 1 << 20

    /// Reads to the mark at the end of what is pasted. Controls are left out, but for tabs and line breaks, and the line breaks
    /// at its end.
    ///
    /// - Parameter next: gives the next letter, nil where there are no more.
    /// - Returns: nil where Ctrl-C ended it without the mark.
    static func read(_ next: () -> Unicode.Scalar?) -> String? {
        let mark = Array(BracketedPaste.end.unicodeScalars)
        var (text, count) = (String.UnicodeScalarView(), 0)
        var tail: [Unicode.Scalar] = []
        while tail != mark, let scalar = next() {
            if scalar == "\u{3}" { return nil }
            if count < most + mark.count { text.append(scalar) }
            count += 1
            tail = tail.suffix(mark.count - 1) + [scalar]
        }
        // The mark is no part of it, whole or cut off.
        text.removeLast(max(0, min(count, most + mark.count) - min(count - (tail == mark ? mark.count : 0), most)))
        let lines = String(text).split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        return lines.map(visible).reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
    }

    private static func visible(_ line: Substring) -> String {
        let scalars = line.unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(scalars))
    }
}

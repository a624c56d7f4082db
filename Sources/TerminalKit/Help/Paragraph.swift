/// Text for people, in lines that fit a window.
package enum Paragraph {
    /// The lines of a text, each of at most `width` cells; line breaks in it are kept.
    package static func lines(_ text: String, width: Int) -> [String] {
        TerminalSanitizer.lines(text).flatMap { TextWrap.lines($0, width: width) }
    }

    /// Terms with what they mean beside them; below them where the window is narrow.
    ///
    /// - Parameter column: the cells of a term, its indentation included.
    package static func list(_ entries: [(term: String, meaning: String)], column: Int, width: Int) -> [String] {
        let isNarrow = width < column + 24
        let indent = String(repeating: " ", count: isNarrow ? 6 : column)
        return entries.flatMap { entry -> [String] in
            let term = "  " + TerminalSanitizer.line(entry.term)
            guard !entry.meaning.isEmpty else { return [term] }
            let meaning = lines(entry.meaning, width: max(1, width - indent.count)).map { indent + $0 }
            guard !isNarrow, DisplayWidth.of(term) + 2 <= column, let first = meaning.first else {
                return [term] + meaning
            }
            return [DisplayWidth.pad(term, to: column) + first.dropFirst(column)] + meaning.dropFirst()
        }
    }
}

import Foundation

extension Shell {
    /// Emphasis for standard output.
    func style(_ options: SharedOptions) -> Style {
        Style(options.color, environment: environment, isTerminal: output.isTerminal)
    }

    /// The width results have to fit; nil where they go to a file or another program.
    var columns: Int? {
        TerminalSize.columns(of: STDOUT_FILENO, environment: environment)
    }

    /// The width drawings fill, which have one everywhere.
    var drawingColumns: Int { columns ?? TerminalSize.customary.columns }

    /// A table, and a word about what is not in it.
    func show(_ table: Table, _ options: SharedOptions, note: String? = nil, hasHeader: Bool = true) throws {
        let style = style(options)
        let lines = table.lines(width: columns, style: style, hasHeader: hasHeader)
        let text = lines.map { $0 + "\n" }.joined()
        try output.write(text + (note.map { style.dim(Defusing.line($0)) + "\n" } ?? ""))
    }

    /// A sentence or two, broken to fit the window.
    func show(_ sentence: String, _ tone: Tone, _ options: SharedOptions) throws {
        let text = Defusing.line(sentence)
        for line in columns.map({ TextWrap.lines(text, width: $0) }) ?? [text] {
            try output.line(style(options).paint(line, tone))
        }
    }

    /// An item: facts, then content.
    func show(_ page: ItemPage, _ options: SharedOptions) throws {
        let facts = VerticalRecord(fields: page.facts.map { .init(name: $0.name, value: $0.value) })
        for line in facts.lines(width: columns, style: style(options)) { try output.line(line) }
        if !page.content.isEmpty { try output.line("") }
        for line in page.content { try output.line(Defusing.line(line)) }
    }
}

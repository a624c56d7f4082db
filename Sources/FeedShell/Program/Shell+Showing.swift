import FeedModel
import Foundation
import TerminalKit

extension Shell {
    /// Emphasis for standard output.
    func style(_ options: SharedOptions) -> Style {
        Style(options.color, environment: environment, isTerminal: output.isTerminal)
    }

    /// The width results have to fit; nil where they go to a file or another program.
    var columns: Int? { output.columns(environment) }

    /// Records, in the mode that is asked for.
    ///
    /// - Parameter note: a word to people about what is not among them; never in what programs read.
    func show<Element>(
        _ listing: Listing<Element>, _ options: SharedOptions, note: String? = nil
    ) throws {
        let style = style(options)
        var sink = BufferedOutput(output)
        try listing.write(as: options.mode, to: &sink, width: columns, style: style)
        if options.mode.isForPeople, let note {
            try sink.write(style.dim(TerminalSanitizer.line(note)) + "\n")
        }
        try sink.flush()
        if !options.mode.isForPeople, let note { say(note, options) }
    }

    /// Shows what a command did, then says what went wrong in it.
    ///
    /// The work is done by then: where standard output has no reader, or cannot be written, the command's own status
    /// counts all the same, and what went wrong is said.
    ///
    /// - Returns: `status`.
    /// - Throws: what writing failed with, where all else went well.
    func conclude(
        with status: ExitStatus, reporting lines: [ErrorLine] = [], showing show: () throws -> Void
    ) throws -> ExitStatus {
        var failure: (any Error)?
        do {
            try show()
        } catch OutputError.closed {
            // The reader has gone.
        } catch {
            failure = error
        }
        for line in lines { report(line, status) }
        if let failure, status == .done { throw failure }
        if case OutputError.failed(let reason)? = failure { report(CommandError(.inputOutput, reason)) }
        return status
    }

    /// The width drawings fill, which have one everywhere.
    var drawingColumns: Int { columns ?? TerminalSize.customary.columns }

    /// A table whose cells are all there is to show.
    func show(_ table: Table, _ options: SharedOptions, note: String? = nil, hasHeader: Bool = true) throws {
        try show(Listing(table, hasHeader: hasHeader), options, note: note)
    }

    /// A record, or records in an array.
    ///
    /// - Parameters:
    ///   - document: an object, or an array of objects.
    ///   - text: shows it to people where a table is asked for.
    func show(_ document: JSONValue, _ options: SharedOptions, asText text: () throws -> Void) throws {
        switch (options.mode, document) {
        case (.table, _): try text()
        case (_, .array(let records)): try show(Listing(records, fields: .ofObjects(records)), options)
        case (_, let record): try show(record: record, options)
        }
    }

    private func show(record: JSONValue, _ options: SharedOptions) throws {
        switch options.mode {
        case .table, .vertical:
            let block = VerticalRecord(record.members)
            try output.write(block.lines(width: columns, style: style(options)).map { $0 + "\n" }.joined())
        case .json, .ndjson, .prometheus: try show(record)
        case .box, .markdown:
            let fields: Fields<(String, JSONValue)> = [Field("field") { .string($0.0) }, Field("value") { $0.1 }]
            try show(Listing(record.members, fields: fields), options)
        case .csv, .tsv:
            try show(Listing([record], fields: .ofObjects([record])), options)
        }
    }

    /// A sentence or two, broken to fit the window.
    func show(_ sentence: String, _ tone: Tone, _ options: SharedOptions) throws {
        let text = TerminalSanitizer.line(sentence)
        for line in columns.map({ TextWrap.lines(text, width: $0) }) ?? [text] {
            try output.line(style(options).paint(line, tone))
        }
    }

    /// An item: facts, then content.
    func show(_ page: ItemPage, _ options: SharedOptions) throws {
        let facts = VerticalRecord(fields: page.facts.map { .init(name: $0.name, value: $0.value) })
        for line in facts.lines(width: columns, style: style(options)) { try output.line(line) }
        if !page.content.isEmpty { try output.line("") }
        for line in page.content { try output.line(TerminalSanitizer.line(line)) }
    }

    /// `… 117 more`; nil where nothing is left.
    static func more(_ rest: Int) -> String? {
        rest > 0 ? "… \(rest) more" : nil
    }
}

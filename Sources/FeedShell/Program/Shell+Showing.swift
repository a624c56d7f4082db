package import FeedModel
import FeedSource
package import TerminalKit

extension Shell {
    package func style(_ options: SharedOptions) -> Style {
        Style(options.color, environment: environment, isTerminal: output.isTerminal)
    }

    /// The width results have to fit; nil where they go to a file or another program.
    var columns: Int? { output.columns(environment) }

    /// Records, in the mode that is asked for.
    ///
    /// - Parameters:
    ///   - note: a word to people about what is not among them; never in what programs read.
    ///   - rest: how many a limit left out, which is said instead.
    ///   - whole: the records with what was left out, where they are at hand.
    /// - Returns: `.done`, with which a command ends that has no more to say.
    @discardableResult package func show<Element>(
        _ listing: Listing<Element>, _ options: SharedOptions, note: String? = nil, rest: Int = 0,
        whole: Listing<Element>? = nil
    ) throws -> ExitStatus {
        try write(kept(listing, hasRest: rest > 0, whole: whole), options, note: note ?? more(rest))
        return .done
    }

    /// The same listing, which a session keeps for `last` as it is read.
    func kept<Element>(
        _ listing: Listing<Element>, hasRest: Bool = false, whole: Listing<Element>? = nil
    ) throws -> Listing<Element> {
        try results?.keeping(listing, hasRest: hasRest, whole: whole) ?? listing
    }

    /// Records, in the mode that is asked for; not kept for `last`.
    func write<Element>(_ listing: Listing<Element>, _ options: SharedOptions, note: String? = nil) throws {
        let style = style(options)
        var sink = BufferedOutput(output)
        let mode = options.isAutomatic && output.isTerminal ? .auto : options.mode
        let hasRoom = output.isTerminal && (columns ?? 0) >= Self.columnsForAges
        try (hasRoom ? listing.withAges(at: clock.now) : listing).write(
            as: mode, to: &sink, width: columns, style: style)
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
    package func conclude(
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

    /// From this width of the window on tables have room for times in words.
    private static let columnsForAges = 100

    package func show(_ table: Table, _ options: SharedOptions, note: String? = nil, hasHeader: Bool = true) throws {
        try show(Listing(table, hasHeader: hasHeader), options, note: note)
    }

    /// A record, or records in an array.
    ///
    /// - Parameters:
    ///   - document: an object, or an array of objects.
    ///   - text: shows it to people where a table is asked for.
    /// - Returns: `.done`, with which a command ends that has no more to say.
    @discardableResult package func show(
        _ document: JSONValue, _ options: SharedOptions, asText text: () throws -> Void
    ) throws -> ExitStatus {
        switch (options.mode, document) {
        case (.table, _):
            try text()
            try keep(document)
        case (_, .array(let records)): try show(Listing(records, fields: .ofObjects(records)), options)
        case (_, let record): try show(record: record, options)
        }
        return .done
    }

    private func keep(_ document: JSONValue) throws {
        guard case .array(let records) = document else {
            var listing = Listing([document], fields: .ofObjects([document]))
            listing.document = { $0.first ?? .null }
            return try keep(listing)
        }
        try keep(Listing(records, fields: .ofObjects(records)))
    }

    func keep<Element>(_ listing: @autoclosure () throws -> Listing<Element>, hasRest: Bool = false) throws {
        guard results != nil else { return }
        try kept(listing(), hasRest: hasRest).forEach { _ in }
    }

    private func show(record: JSONValue, _ options: SharedOptions) throws {
        try keep(record)
        switch options.mode {
        case .auto, .table, .vertical:
            let block = VerticalRecord(record.members)
            try output.write(block.lines(width: columns, style: style(options)).map { $0 + "\n" }.joined())
        case .json, .ndjson, .prometheus: try show(record)
        case .box, .markdown:
            let fields: Fields<(String, JSONValue)> = [Field("field") { .string($0.0) }, Field("value") { $0.1 }]
            try write(Listing(record.members, fields: fields), options)
        case .csv, .tsv:
            try write(Listing([record], fields: .ofObjects([record])), options)
        }
    }

    /// A sentence or two, broken to fit the window.
    package func show(_ sentence: String, _ tone: Tone, _ options: SharedOptions) throws {
        let text = TerminalSanitizer.line(sentence)
        for line in columns.map({ TextWrap.lines(text, width: $0) }) ?? [text] {
            try output.line(style(options).paint(line, tone))
        }
    }

    func show(_ page: ItemPage, _ options: SharedOptions) throws {
        for line in VerticalRecord(fields: page.facts).lines(width: columns, style: style(options)) {
            try output.line(line)
        }
        if !page.content.isEmpty { try output.line("") }
        for line in page.content { try self.line(line) }
    }

    /// `… 117 more`; nil where nothing is left.
    static func more(_ rest: Int) -> String? {
        rest > 0 ? "… \(rest) more" : nil
    }

    /// The same, and in a session how to see them.
    func more(_ rest: Int) -> String? {
        Self.more(rest).map { results == nil ? $0 : "\($0): “last --all” shows them" }
    }
}

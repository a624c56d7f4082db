package import ArgumentParser
import FeedModel
import TerminalKit

package struct SharedOptions: ParsableArguments, Sendable {
    package init() {}

    @Option(
        name: .customLong("db"),
        help: ArgumentHelp("The database file. [environment: FEEDCACHE_DB]", valueName: "path"),
        completion: .file())
    package var database: String?

    @Option(
        help: ArgumentHelp("The manifest, a TOML file. [environment: FEEDCACHE_SOURCE]", valueName: "path"),
        completion: .file(extensions: ["toml"]))
    package var source: String?

    @Flag(help: "Print one JSON document on standard output, and nothing else there: --format json.")
    package var json = false

    @Option(
        help: ArgumentHelp("How results are shown; without it as a table that fits the terminal.", valueName: "mode"))
    var format: OutputMode?

    @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
    var color: ColorChoice?

    @Flag(help: "No pager, also where the output is longer than the screen. [environment: FEEDCACHE_PAGER, PAGER]")
    var noPager = false

    @Flag(
        name: .shortAndLong, help: "Nothing at all while nothing is wrong; results only in a format that is asked for.")
    package var quiet = false

    @Flag(name: .shortAndLong, help: "Messages and progress also where standard error is no terminal.")
    package var verbose = false

    package func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) exclude each other")
        }
    }
}

extension SharedOptions {
    var asksForFormat: Bool { json || format != nil }

    package var mode: OutputMode {
        let mode = format ?? (json ? .json : .table)
        return mode == .auto ? .table : mode
    }

    /// Whether a table may be shown in another way where it is too wide for a terminal.
    var isAutomatic: Bool { !json && (format == nil || format == .auto) }

    /// Fixes how results are shown: as asked for, else as the session shows them where the command can.
    ///
    /// - Throws: `CommandError` where the command cannot show them as asked for.
    mutating func resolveMode(for command: any FeedCommand.Type, session: OutputMode?) throws {
        let asked = json ? .json : format
        if let asked, !command.modes.contains(asked == .auto ? .table : asked) {
            let possible = command.modes.map(\.rawValue).asChoice
            throw CommandError(
                .usage, "“\(command._commandName)” writes \(possible), not \(asked.rawValue)",
                advice: "choose one with --format")
        }
        // By itself a table is what each command makes of it.
        format = asked ?? session.flatMap { $0 != .auto && command.modes.contains($0) ? $0 : nil }
        json = format == .json || format == .ndjson
    }
}

extension ColorChoice: ExpressibleByArgument {}

extension BidirectionalCollection<String> {
    /// What the words give an option, after it or joined to it by `=`; the last of several counts, as for the parser.
    func value(of option: String) -> String? {
        guard let place = lastIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
        let word = self[place]
        return word == option ? self[index(after: place)...].first : String(word.dropFirst(option.count + 1))
    }
}

extension [String] {
    /// As part of a sentence: `table, vertical or json`.
    var asChoice: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}

package enum OutputMode: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto, table, vertical, box, markdown, json, ndjson, csv, tsv, prometheus

    var meaning: String {
        switch self {
        case .auto:
            "The default: on a terminal a table, or a record a block where a column finds no room; elsewhere a table."
        case .table: "Columns that fit the terminal; long cells are cut."
        case .vertical: "A record a block, a field a line. Nothing is cut."
        case .box: "A table with lines around its cells."
        case .markdown: "A table of Markdown. Nothing is cut."
        case .json: "One JSON document and nothing else."
        case .ndjson: "One JSON object a line."
        case .csv: "A header and a record a line (RFC 4180)."
        case .tsv:
            "A header and a record a line, with tabs between fields; \\t, \\n, \\r and \\\\ in a field are escapes."
        case .prometheus: "Metrics for Prometheus; “status” only."
        }
    }

    package static let ofRecords = allCases.filter { $0 != .prometheus }

    var isJSON: Bool { self == .json || self == .ndjson }

    /// The mode that the words of a command ask for, read before they are parsed; nil where they name none.
    static func asked(in words: [String]) -> OutputMode? {
        let words = words.prefix { $0 != "--" }
        return words.contains("--json") ? .json : words.value(of: "--format").flatMap(OutputMode.init)
    }

    package var isForPeople: Bool { [.auto, .table, .vertical, .box].contains(self) }
}

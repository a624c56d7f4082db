import ArgumentParser
import FeedCache
import TerminalKit

/// The manual page, made from the commands' own definitions.
struct ManualPage {
    private let catalog: CommandCatalog

    init(catalog: CommandCatalog) {
        self.catalog = catalog
    }

    /// For man(1), in the language of man(7).
    var text: String {
        var roff = Roff()
        // Without a date, so that the page is the same wherever it is made.
        roff.macro("TH", "FEEDCACHE", "1", "", "feedcache \(feedcacheVersion)", "User Commands")
        opening(&roff)
        roff.macro("SH", "OPTIONS")
        roff.line("Every command takes these.")
        for argument in sharedArguments { entry(argument, &roff) }
        roff.macro("SH", "COMMANDS")
        roff.line("In the order of \\(lqhelp\\(rq; all of them work in the REPL too.")
        for command in catalog.commands { chapter([command], &roff) }
        closing(&roff)
        return roff.text
    }

    // MARK: Around the commands

    private func opening(_ roff: inout Roff) {
        let abstract = catalog.program?.abstract ?? ""
        roff.macro("SH", "NAME")
        roff.line("feedcache \\- " + Roff.escaped(abstract.prefix(1).lowercased() + abstract.dropFirst().trimmingDot))
        roff.macro("SH", "SYNOPSIS")
        roff.line("\(Roff.bold("feedcache")) [\(Roff.italic("command")) [\(Roff.italic("argument ..."))]]")
        roff.macro("SH", "DESCRIPTION")
        roff.line(Roff.escaped(ManualText.description[0]))
        for paragraph in ManualText.description.dropFirst() { roff.paragraph(paragraph) }
    }

    private func closing(_ roff: inout Roff) {
        roff.macro("SH", "ENVIRONMENT")
        for (name, meaning) in ManualText.environment { roff.entry(Roff.bold(name), meaning) }
        roff.macro("SH", "FILES")
        for (name, meaning) in ManualText.files { roff.entry(Roff.italic(name), meaning) }
        roff.macro("SH", "EXIT STATUS")
        for status in ExitStatus.allCases { roff.entry(Roff.bold("\(status.rawValue)"), status.meaning + ".") }
        roff.macro("SH", "EXAMPLES")
        for (index, (task, lines)) in ManualText.examples.enumerated() {
            if index == 0 { roff.line(Roff.escaped(task)) } else { roff.paragraph(task) }
            roff.example(lines)
        }
    }

    // MARK: Commands

    /// What a command does and takes; one that only leads to others gives way to them.
    private func chapter(_ path: [CommandCatalog.Command], _ roff: inout Roff) {
        guard let command = path.last else { return }
        guard command.ownSubcommands.isEmpty else {
            for next in command.ownSubcommands { chapter(path + [next], &roff) }
            return
        }
        let names = path.map(\.commandName)
        let arguments = (command.arguments ?? []).filter { !isShared($0) && $0.isShown }
        let synopsis = names + arguments.map(\.synopsis)
        roff.macro("SS", synopsis.joined(separator: " "))
        roff.line(Roff.escaped(command.abstract ?? ""))
        if let discussion = command.discussion { roff.paragraph(discussion) }
        for argument in arguments { entry(argument, &roff) }
        if let example = FeedcacheCommand.command(named: names)?.example {
            roff.paragraph("Example:")
            roff.example(["feedcache \(example)"])
        }
    }

    private func entry(_ argument: CommandCatalog.Argument, _ roff: inout Roff) {
        let values = argument.allValues.map { "One of \($0.joined(separator: ", "))." }
        let standard = argument.defaultValue.map { "Without it: \($0)." }
        let meaning = [argument.abstract, argument.isNamingValues ? nil : values, standard].compactMap(\.self)
        roff.entry(argument.term, meaning.joined(separator: " "))
    }

    // MARK: Shared options

    private var sharedArguments: [CommandCatalog.Argument] {
        (catalog.commands.first?.leaves.first?.arguments ?? []).filter { isShared($0) && $0.isShown }
    }

    private func isShared(_ argument: CommandCatalog.Argument) -> Bool {
        argument.option.map(catalog.sharedOptions.contains) ?? false
    }
}

extension CommandCatalog.Argument {
    /// A placeholder for the value.
    private var placeholder: String { "<\(valueName ?? "value")>" }

    /// As in a usage line: `[--limit <limit>]`, `<collection> ...`.
    fileprivate var synopsis: String {
        let name = option.map { isFlag ? $0 : "\($0) \(placeholder)" } ?? placeholder
        let whole = isRepeating ? name + " ..." : name
        return isOptional ? "[\(whole)]" : whole
    }

    /// Its names and its value, marked up.
    fileprivate var term: String {
        guard !isPositional else { return Roff.italic(valueName ?? "value") }
        let spellings = (names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }.map { name in
            Roff.bold((name.kind == "short" ? "-" : "--") + name.name)
        }
        return spellings.joined(separator: ", ") + (isFlag ? "" : " " + Roff.italic(valueName ?? "value"))
    }

    /// Whether what is said of it names its values already.
    fileprivate var isNamingValues: Bool {
        allValues?.allSatisfy { abstract?.contains($0) ?? false } ?? true
    }
}

extension Substring {
    fileprivate var trimmingDot: Substring { hasSuffix(".") ? dropLast() : self }
}

struct ManualCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page, for man.",
        discussion: "To read it: feedcache manual | man -l -")
    static let example = "manual"
    static let modes: [OutputMode] = [.table, .json]

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let page = ManualPage(catalog: .shared).text
        if shared.json {
            try shell.show(.object([("manual", .string(page))]))
        } else {
            try shell.output.write(Array(page.utf8))
        }
        return .done
    }
}

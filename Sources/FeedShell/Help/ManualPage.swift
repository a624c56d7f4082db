import ArgumentParser
import FeedCache
import FeedModel
import TerminalKit

/// The manual page, made from the commands' own definitions.
struct ManualPage {
    let commands: Commands
    private var catalog: CommandCatalog { commands.catalog }

    /// For man(1), in the language of man(7).
    var text: String {
        var roff = Roff()
        // Without a date, so that the page is the same wherever it is made.
        roff.macro("TH", "FEEDCACHE", "1", "", "feedcache \(feedcacheVersion)", "User Commands")
        opening(&roff)
        roff.macro("SH", "OPTIONS")
        roff.line("Every command takes these, after its name.")
        for argument in sharedArguments { entry(argument, &roff) }
        roff.macro("SH", "COMMANDS")
        roff.line("In the order of \\(lqhelp\\(rq; all of them work in the REPL too.")
        for command in catalog.commands { subsection([command], &roff) }
        closing(&roff)
        return roff.text
    }

    // MARK: Around the commands

    private func opening(_ roff: inout Roff) {
        let abstract = catalog.program?.abstract ?? ""
        roff.macro("SH", "NAME")
        roff.line(
            "feedcache \\- "
                + Roff.escaped(abstract.prefix(1).lowercased() + abstract.dropFirst().replacing(/\.$/, with: "")))
        roff.macro("SH", "SYNOPSIS")
        roff.line("\(Roff.bold("feedcache")) [\(Roff.italic("command")) [\(Roff.italic("argument ..."))]]")
        roff.macro("SH", "DESCRIPTION")
        roff.line(Roff.escaped(ManualText.description[0]))
        for paragraph in ManualText.description.dropFirst() { roff.paragraph(paragraph) }
    }

    private func closing(_ roff: inout Roff) {
        for topic in HelpTopic.all { section(topic, &roff) }
        roff.macro("SH", "FILES")
        for (name, meaning) in ManualText.files { roff.entry(Roff.italic(name), meaning) }
        roff.macro("SH", "EXAMPLES")
        for (index, (task, lines)) in ManualText.examples.enumerated() {
            if index == 0 { roff.line(Roff.escaped(task)) } else { roff.paragraph(task) }
            roff.example(lines)
        }
    }

    private func section(_ topic: HelpTopic, _ roff: inout Roff) {
        roff.macro("SH", topic.manualTitle)
        roff.line(Roff.escaped(topic.abstract))
        for block in topic.blocks {
            switch block {
            case .example(let lines): roff.example(lines)
            case .paragraph(let text): roff.paragraph(text)
            case .list(let title, let entries):
                roff.paragraph("\(title):")
                for (term, meaning) in entries { roff.entry(Roff.bold(term), meaning) }
            }
        }
    }

    // MARK: Commands

    /// What a command does and takes. A command that has commands of its own is left out in favour of them.
    private func subsection(_ path: [CommandCatalog.Command], _ roff: inout Roff) {
        guard let command = path.last else { return }
        guard command.ownSubcommands.isEmpty else {
            for next in command.ownSubcommands { subsection(path + [next], &roff) }
            return
        }
        let names = path.map(\.commandName)
        let arguments = (command.arguments ?? []).filter { !isShared($0) && $0.isShown }
        let synopsis = names + arguments.map(\.synopsis)
        roff.macro("SS", synopsis.joined(separator: " "))
        roff.line(Roff.escaped(command.abstract ?? ""))
        if let discussion = command.discussion { roff.paragraph(discussion) }
        for argument in arguments { entry(argument, &roff) }
        if let example = commands.command(named: names)?.example {
            roff.paragraph("Example:")
            roff.example(["feedcache \(example)"])
        }
    }

    private func entry(_ argument: CommandCatalog.Argument, _ roff: inout Roff) {
        let values = argument.allValues.map { "One of \($0.joined(separator: ", "))." }
        let standard = argument.defaultValue.map { "Default: \($0)." }
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
    private var placeholder: String { "<\(valueName ?? "value")>" }

    /// As in a usage line: `[--limit <limit>]`, `<collection> ...`.
    fileprivate var synopsis: String {
        let name = option.map { isFlag ? $0 : "\($0) \(placeholder)" } ?? placeholder
        let whole = isRepeating ? name + " ..." : name
        return isOptional ? "[\(whole)]" : whole
    }

    fileprivate var term: String {
        guard !isPositional else { return Roff.italic(valueName ?? "value") }
        let spellings = (names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }.map { name in
            Roff.bold((name.kind == "short" ? "-" : "--") + name.name)
        }
        return spellings.joined(separator: ", ") + (isFlag ? "" : " " + Roff.italic(valueName ?? "value"))
    }

    fileprivate var isNamingValues: Bool {
        allValues?.allSatisfy { abstract?.contains($0) ?? false } ?? true
    }
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
        let page = ManualPage(commands: shell.commands).text
        if shared.json {
            try shell.show(.object([("manual", .string(page))]))
        } else {
            try shell.output.write(Array(page.utf8))
        }
        return .done
    }
}

import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import FeedStore
import TerminalKit

struct ShowCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one item: its content, where and when it came, why it has this value or is gone.")
    static let example = "show photos 12"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    @Argument(help: ArgumentHelp("The item’s ID.", valueName: "item"), completion: .items)
    var id: String

    @OptionGroup var choice: FieldOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let record = try shell.cache(shared).read { try $0.record(of: id, in: name) }
        if let chosen = choice.fields {
            let fields = try Fields.ofObjects([record.json(collection: name)]).choosing(chosen)
            let object = fields.object(of: record.json(collection: name))
            return try shell.show(object, shared) {
                for (field, value) in object.members { try shell.line("\(field)  \(value.cell)") }
            }
        }
        return try shell.show(record.json(collection: name), shared) {
            try shell.show(
                ItemPage(record: record, collection: name, now: shell.output.isTerminal ? shell.clock.now : nil), shared
            )
        }
    }
}

struct ItemPage {
    let record: ItemRecord
    let collection: String
    /// Where people look: times have beside them how long ago that was.
    var now: Instant?

    var facts: [VerticalRecord.Field] {
        var facts: [(String, String)] = [("collection", collection), ("id", record.key)]
        if let position = record.position { facts.append(("position", "\(position)")) }
        if record.isOlder {
            facts.append(("older", "it has fallen over the edge of the window (keep): stored, but not on screen"))
        }
        if let removal = record.removal { facts.append(("removed", sentence(removal))) }
        if let waiting = record.waiting {
            facts.append(("not met", "since \(time(waiting.since)): \(waiting.message)"))
        }
        facts.append(("version", record.version ?? "none"))
        facts.append(("first seen", "\(time(record.firstSeen)), run \(record.firstRun)"))
        facts.append(("updated", time(record.updated) + (record.contentRun.map { ", run \($0)" } ?? "")))
        if let detail = record.detail { facts.append(("detail", sentence(detail))) }
        for change in record.history {
            let version = change.version.map { ", was version \($0)" } ?? ""
            facts.append(("run \(change.run)", "\(change.change) at \(time(change.at))\(version)"))
        }
        return facts.map { .init(name: $0, value: $1) }
    }

    var content: [String] { record.payload.map(Self.lines) ?? [] }

    /// A payload, indented, every token as the server sent it.
    static func lines(_ payload: String) -> [String] {
        String(decoding: JSONPretty.indented(Array(payload.utf8)[...]), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func sentence(_ removal: Removal) -> String {
        let reason =
            switch removal.reason {
            case .tombstone: "the server said that it is deleted"
            case .absent: removal.evidence ?? "whole walks did not meet it"
            }
        return "at \(time(removal.at)), run \(removal.run): \(reason)"
    }

    private func sentence(_ detail: DetailRecord) -> String {
        var parts = [detail.confirmed.map { "as the server has it, \(time($0))" } ?? "it never came"]
        if let version = detail.version { parts.append("version \(version)") }
        if detail.isDue { parts.append("asked for again by the next sync") }
        if let error = detail.error {
            parts.append("\(detail.failures.of("request")) failed: \(error)")
            if let next = detail.nextAttempt { parts.append("tried again after \(time(next))") }
        }
        return parts.joined(separator: "; ")
    }

    private func time(_ time: Instant) -> String { now.map { time.besideAge(at: $0) } ?? "\(time)" }
}

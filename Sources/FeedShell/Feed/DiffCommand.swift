import ArgumentParser
import FeedCache
import FeedModel
import Foundation
import TerminalKit

struct DiffCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what changed on screen between two runs, or two files of `feed --json`.",
        discussion: "Without arguments: between the last two runs. With one run: from there to the last.")
    static let example = "diff 12 15"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("A run's number or a file, before.", valueName: "old"), completion: .file())
    var old: String?

    @Argument(help: ArgumentHelp("A run's number or a file, after.", valueName: "new"), completion: .file())
    var new: String?

    @Flag(help: "Only how many changes of each kind there are.")
    var count = false

    func run(in shell: Shell) async throws -> ExitStatus {
        let screen = try changes(shell)
        if count {
            try showCounts(of: screen.changes, shell)
        } else if shared.mode == .json {
            try shell.show(screen.changes.json)
        } else {
            let lines = try ChangeList(screen).lines
            try shell.show(
                Listing(lines, fields: ChangeList.Line.fields), shared,
                note: lines.isEmpty ? "nothing changed on screen" : nil)
        }
        return .done
    }

    // MARK: Sides

    private func changes(_ shell: Shell) throws -> FeedChange {
        if let old, let new, Int64(old) == nil || Int64(new) == nil {
            return FeedChange(from: try Self.file(old), to: try Self.file(new))
        }
        return try shell.cache(shared).read { snapshot in
            let last = try snapshot.lastTwoRuns()
            return try snapshot.changes(from: old.map(Self.run) ?? last.old, to: new.map(Self.run) ?? last.new)
        }
    }

    private static func run(_ text: String) throws -> Int64 {
        guard let run = Int64(text), run >= 0 else {
            throw CommandError(
                .usage, "“\(text)” is no run’s number", advice: "name two files or two runs (see “runs”)")
        }
        return run
    }

    private static func file(_ path: String) throws -> FeedScreen {
        let data = try InputFile.content(of: path, advice: "name two runs (see “runs”) or two files")
        do {
            return try FeedScreen(document: Array(data))
        } catch {
            throw CommandError(
                .badData, "\(path) is no document of feed --json: \(error)", advice: "write one with “feed --json”",
                code: CommandError(error).code)
        }
    }

    private func showCounts(of changes: Changeset, _ shell: Shell) throws {
        let sections =
            changes.sectionDeletes.count + changes.sectionInserts.count + changes.sectionMoves.count
            + changes.sectionUpdates.count
        let counts = [
            ("sections", "sections", sections), ("inserts", "came", changes.inserts.count),
            ("deletes", "went", changes.deletes.count), ("moves", "moved", changes.moves.count),
            ("updates", "changed", changes.updates.count),
        ]
        try shell.show(.object(counts.map { ($0.0, .number($0.2)) }), shared) {
            try shell.output.line(counts.map { "\($0.2) \($0.1)" }.joined(separator: ", "))
        }
    }
}

extension FeedSnapshot {
    /// The last run and the one before, 0 where there is none.
    func lastTwoRuns() throws -> OffsetPair<Int64> {
        let runs = try reader.runs(limit: 2).map(\.run)
        return OffsetPair(old: runs.dropFirst().first ?? 0, new: runs.first ?? 0)
    }
}

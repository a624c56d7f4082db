import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The command of --on-change", .timeLimit(.minutes(2)))
struct ChangeCommandTests {
    private typealias Status = FeedShell.ExitStatus

    private func text(_ world: CronWorld, _ name: String) throws -> String {
        try String(contentsOf: world.fixture.folder.appending(path: name), encoding: .utf8)
    }

    private func quoted(_ command: String) -> String { "'" + command.replacing("'", with: #"'"'"'"#) + "'" }

    @Test("gets the changes as diff writes them, and the run's number")
    func changes() async throws {
        let world = try CronWorld()
        let folder = world.fixture.folder.path
        let command = "cat > \(folder)/changes; echo $FEEDCACHE_RUN > \(folder)/run"
        #expect(try await world.run("sync").status == .done)
        world.change()
        #expect(try await world.run("sync --on-change \(quoted(command))").status == .done)
        let changes = try text(world, "changes")
        #expect(try await world.run("diff --format ndjson").output == changes)
        #expect(changes.split(separator: "\n").count == 6)
        #expect(try text(world, "run") == "2\n")
    }

    @Test("is not run where nothing changed")
    func unchanged() async throws {
        let world = try CronWorld()
        _ = try await world.run("sync")
        #expect(try await world.run("sync --on-change 'exit 9'").status == .done)
        world.weather = .offline
        #expect(try await world.run("sync --on-change 'exit 9'").status == .unavailable)
    }

    @Test("may read nothing, and breaks nothing where it fails")
    func failures() async throws {
        for (command, word) in [("exit 7", "exit code 7"), ("kill -9 $$", "signal 9"), ("no-such-command", "127")] {
            let world = try CronWorld()
            let result = try await world.run("sync --on-change \(quoted(command))")
            #expect(result.status == .partlyDone, "\(command)")
            #expect(result.errors.contains(word) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(MessageLaws.broken(by: String(result.errors.dropLast())) == [])
            #expect(
                try await world.run("items photos --format csv").output.split(whereSeparator: \.isNewline).count == 4)
        }
        let world = try CronWorld()
        #expect(try await world.run("sync --on-change true --on-change-timeout 1m").status == .done)
        for line in [
            "sync --on-change ' '", "sync --on-change x --dry-run", "sync --on-change x --on-change-timeout 0s",
        ] {
            #expect(try await world.run(line).status == .usage, "\(line)")
        }
    }

    @Test("keeps to itself what is written to standard output")
    func output() async throws {
        let world = try CronWorld()
        let result = try await world.run("sync --json --on-change 'exec >/dev/null; cat'")
        #expect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) is [String: Any])
    }

    private static let nothing = ChangeList(
        changes: Changeset(), before: ComposedFeed(run: nil, sections: []), after: ComposedFeed(run: nil, sections: []))

    /// Whether a process runs: one that has ended may wait for its parent.
    private func isRunning(_ process: pid_t) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return stat.map { !$0.contains(") Z ") } ?? true
    }

    @Test("is ended with all that it has started when its time is up")
    func limit() async throws {
        let world = try CronWorld()
        let pipe = world.fixture.folder.appending(path: "started").path
        #expect(mkfifo(pipe, 0o600) == 0)
        // A child that hears no SIGTERM.
        let command = "sh -c 'trap \"\" TERM; echo $$ > \(pipe); while :; do sleep 1000; done' & wait"
        let started = Started()
        // The time is up as soon as the child is there.
        let change = ChangeCommand(command: command, limit: .seconds(300)) { _ in
            let bytes = try FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd() ?? Data()
            await started.note(String(decoding: bytes, as: UTF8.self))
        }
        let error = await change.run(with: Self.nothing, run: 1, environment: ["PATH": "/usr/bin:/bin"])
        #expect(error?.message.contains("more than 5m") == true)
        let process = try #require(await started.process)
        // A process that was killed goes when the kernel gets to it.
        while isRunning(process) { await Task.yield() }
    }

    private actor Started {
        private(set) var process: pid_t?
        func note(_ text: String) { process = pid_t(text.filter(\.isNumber)) }
    }

    @Test("is ended when the sync is stopped")
    func stopped() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await ChangeCommand(command: "sleep 1000", limit: .seconds(300))
                .run(with: Self.nothing, run: 1, environment: ["PATH": "/usr/bin:/bin"])
        }
        #expect(await task.value?.message.contains("stopped") == true)
    }
}

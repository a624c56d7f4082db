import FeedCache
import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The command of --on-change", .timeLimit(.minutes(10)))
struct ChangeCommandTests {
    private typealias Status = FeedModel.ExitStatus

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

    @Test("gets what other syncs have brought, also where this one brings nothing, and what it has refused once more")
    func everything() async throws {
        let world = try CronWorld()
        let folder = world.fixture.folder
        let line = "sync --on-change \(quoted("cat > \(folder.path)/changes; test ! -e \(folder.path)/broken"))"
        #expect(try await world.run(line).status == .done)
        world.change()
        #expect(try await world.run("refresh photos").status == .done)
        #expect(try await world.run("sync").status == .done)
        #expect(try await world.run(line).status == .done)
        #expect(try await world.run("diff 1 --format ndjson").output == text(world, "changes"))
        #expect(try text(world, "changes").split(separator: "\n").count == 6)

        world.change()
        try Data().write(to: folder.appending(path: "broken"))
        for failures in 1...2 {
            #expect(try await world.run(line).status == .partlyDone)
            #expect(try await world.run("consumers --fields failures --format tsv").output.hasSuffix("\n\(failures)\n"))
        }
        try FileManager.default.removeItem(at: folder.appending(path: "broken"))
        world.weather = .offline
        #expect(try await world.run(line).status == .unavailable)
        #expect(try await world.run("diff 4 --format ndjson").output == text(world, "changes"))
        try Data().write(to: folder.appending(path: "broken"))
        #expect(try await world.run(line).status == .unavailable, "it has nothing left to take")
    }

    @Test("begins with the run in which it is used first, whatever was there before")
    func begins() async throws {
        let world = try CronWorld()
        _ = try await world.run("sync")
        world.change()
        _ = try await world.run("sync")
        #expect(try await world.run("sync --on-change 'exit 9'").status == .done)
        world.change()
        #expect(try await world.run("sync --on-change 'exit 9'").status == .partlyDone)
        #expect(try await world.run("sync --on-change 'exit 8'").status == .done)
    }

    @Test("is in the list of consumers until it is forgotten; what it has not taken outlives a prune")
    func consumers() async throws {
        let world = try CronWorld()
        #expect(try await world.run("sync --on-change true").status == .done)
        for _ in 0..<3 {
            world.change()
            _ = try await world.run("sync")
        }
        let list = try await world.run("consumers --json").output
        #expect(list.contains(#""name":"true","kind":"command","run":1,"#) && list.contains(#""runs_behind":3,"#))
        _ = try await world.run("prune --runs 1")
        #expect(try await world.run("runs --fields run --format tsv").output == "run\n4\n3\n2\n1\n")
        world.clock.step(by: 31 * 86_400)
        _ = try await world.run("prune --runs 1")
        #expect(try await world.run("runs --fields run --format tsv").output == "run\n4\n")
        world.change()
        let late = try await world.run("sync --on-change true")
        #expect(late.status == .done && late.errors.contains("no longer has all runs"), "\(late)")
        #expect(try await world.run("consumers forget tru").errors.contains("did you mean “true”?"))
        #expect(try await world.run("consumers forget true").status == .done)
        #expect(try await world.run("consumers --json").output == "[]\n")
        #expect(try await world.run("consumers forget true").status == .noInput)
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

    private static func nothing() throws -> ChangeList {
        let none = FeedScreen(run: nil, sections: [])
        return try ChangeList(FeedChange(from: none, to: none))
    }

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
        let error = try await change.run(with: Self.nothing(), run: 1, environment: ["PATH": "/usr/bin:/bin"])
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
        let nothing = try Self.nothing()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await ChangeCommand(command: "sleep 1000", limit: .seconds(300))
                .run(with: nothing, run: 1, environment: ["PATH": "/usr/bin:/bin"])
        }
        #expect(await task.value?.message.contains("stopped") == true)
    }
}

import FeedCache
import FeedMock
import FeedModel
import FeedStore
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

/// Every message that can be reached is collected and held against the laws of a good one. With `FEEDCACHE_MESSAGES=1`
/// in the environment they are printed, for a person to read.
@Suite("Every error message")
struct MessageTests {
    /// Lines that are wrong in themselves; FILE is one that is there and is nothing that is expected.
    private static let usage = """
        snyc
        help snyc
        items
        items photso
        items nothing-like-it
        items photos --limt 3
        items photos --zzzzzzzz
        items photos --limit
        items photos --limit many
        items photos --limit -1
        items photos --limit=-1
        items photos extra
        items photos extra more
        items photos -x
        items photos --json=3
        items photos --color pink
        items 'it''s' 'a
        sync -q -v
        sync --wait=-1
        sync nowhere
        show
        show photos
        show photos 404
        feed --section nowhere
        feed --limit=-1
        export
        export photos --format xml
        diff 7 8
        diff a b
        diff x 8
        diff -- -1
        diff FILE FILE
        simulate
        simulate nowhere
        simulate FILE
        sql
        sql ''
        sql 'drop table item'
        sql 'select 1; select 2'
        sql 'selec 1'
        sql 'select * from nowhere'
        backup
        backup FILE
        backup /nowhere/at/all
        prune --days=-1
        prune --runs=0
        check --source nowhere.toml
        check --source FILE
        init
        init photos
        init http://127.0.0.1:9/ --print
        init https://ann:word@example.com/ --print
        init https://example.com/
        init https://example.com/ --print --header x
        init https://example.com/ --print --header 'Host: x'
        init https://example.com/ --print --body 3
        init https://example.com/ --print --body @nowhere
        probe nowhere
        audit nowhere
        audit http://127.0.0.1:9/
        audit photos --header 'A: b'
        problems nowhere
        runs --limit x
        refresh nowhere
        more nowhere
        mock srve
        mock nothing
        mock serve --port 99999
        mock serve --fault x
        mock serve --fault :503
        mock serve --fault photos:wat
        mock serve --fault photos:503*0
        mock serve --fault photos:503%200
        mock serve --fault photos:stall=x
        mock serve --size x
        mock serve --size lists=3
        mock serve --directory nowhere
        mock serve --data nowhere.json
        mock serve --data FILE
        mock serve --data FILE --paging wat
        mock serve --data FILE --paging =page
        mock serve --paging page
        mock serve --write
        mock serve --host no.such.host.invalid --port 0
        mock serve --cors nowhere --port 0
        mock serve --data FILE --directory .
        mock serve --data FILE --id-field ''
        mock manifest --data FILE
        mock manifest --data nowhere.json
        mock manifest --per-page 0
        mock manifest --base-url nowhere
        mock serve --latency x
        mock serve --latency 200
        mock serve --latency 1h
        mock serve --change-every 0s
        watch --every 30
        watch --every 8d
        ctr --compare a b --ratio x
        simulate --sweep every=3 --scroll fast
        sync -qx
        status --db FILE
        sync --db /proc/feed.db
        status --db nowhere/feed.db
        status --db .
        status --source nowhere.toml
        status --source FILE
        """

    /// Lines that are wrong in the REPL only.
    private static let interactive = """
        repl
        demo
        source
        source nowhere
        source .
        exit now
        edit x
        cd /no/such/folder
        last x
        sql 'select
        """

    /// Changes of the manifest that break it.
    private static let manifests: [(old: String, new: String)] = [
        ("[events]", "[evnets]"), ("[source]", "[source"), ("name = \"gourmet\"", "name = 3"),
        ("name = \"gourmet\"", ""), ("base_url = ", "base_ulr = "), ("base_url = \"http", "base_url = \"ftp"),
        ("retry = { attempts = 1 }", "retry = { attempts = 0 }"), ("retry = { attempts = 1 }", "retry = 1"),
        ("[sections]", "[source.headers]\nA = \"${FEED_TOKEN}\"\n[sections]"),
        ("[sections]", "[source.headers]\nHost = \"x\"\n[sections]"),
    ]

    private static let faults = [
        "400", "401", "403", "404", "410", "418", "429,retry-after=60", "500", "502", "503", "504", "reset", "empty",
        "truncate", "blank", "garbage", "html",
    ]

    private struct Message {
        let line: String
        let status: FeedModel.ExitStatus
        let text: String
    }

    private func collect(_ line: String, _ fixture: ShellFixture) async throws -> [Message] {
        let file = fixture.folder.appending(path: "file")
        try Data("{\"a\": [1, \"".utf8).write(to: file)
        let result = try await fixture.run(line.replacing("FILE", with: file.path))
        #expect(result.status != .done, "\(line)")
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(!lines.isEmpty, "\(line) fails without a word")
        // The folder's name is as long as a test makes it.
        return lines.map {
            Message(line: line, status: result.status, text: $0.replacing(fixture.folder.path, with: "/tmp"))
        }
    }

    private func check(_ messages: [Message]) {
        for message in messages {
            #expect(MessageLaws.broken(by: message.text) == [], "\(message.line): \(message.text)")
        }
        guard ProcessInfo.processInfo.environment["FEEDCACHE_MESSAGES"] != nil else { return }
        for message in messages { print("\(message.status.rawValue)\t\(message.line)\n\t\(message.text)") }
    }

    @Test("of a wrong line reads well")
    func ofUsage() async throws {
        let fixture = try ShellFixture()
        var messages: [Message] = []
        for line in Self.usage.split(separator: "\n") { messages += try await collect(String(line), fixture) }
        check(messages)
        #expect(Set(messages.map(\.status)).isSuperset(of: [.usage, .badData, .noInput, .cannotCreate, .badManifest]))
    }

    @Test("of a required argument left out, or one too many, reads well for each command")
    func ofEveryCommand() async throws {
        let fixture = try ShellFixture()
        var messages: [Message] = []
        for command in Commands.all.catalog.commands where command.commandName != "help" {
            for leaf in command.leaves {
                let path = leaf.commandName == command.commandName ? [] : [leaf.commandName]
                let name = ([command.commandName] + path).joined(separator: " ")
                messages += try await collect("\(name) --no-such-option", fixture)
                guard let arguments = leaf.arguments, !arguments.contains(where: \.isRepeating) else { continue }
                let positionals = arguments.filter(\.isPositional).count
                messages += try await collect("\(name)" + String(repeating: " x", count: positionals + 1), fixture)
            }
        }
        check(messages)
    }

    @Test("of a wrong line in the REPL reads well")
    func inREPL() async throws {
        let fixture = try ShellFixture()
        let options = try SharedOptions.parse([])
        let session = REPLSession(shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
        var messages: [Message] = []
        for line in Self.interactive.split(separator: "\n") {
            try fixture.clear()
            let result = await session.run(ShellWords(String(line)))
            #expect(result.status != .done, "\(line)")
            let lines = try fixture.errors.split(separator: "\n")
            messages += lines.map { Message(line: String(line), status: result.status, text: String($0)) }
        }
        #expect(messages.count == Self.interactive.split(separator: "\n").count)
        check(messages)
    }

    @Test("of a wrong manifest reads well")
    func ofManifests() async throws {
        for (old, new) in Self.manifests {
            let fixture = try ShellFixture()
            try fixture.editManifest(replacing: old, with: new)
            let messages = try await collect("sync", fixture)
            #expect(messages.allSatisfy { $0.status == .badManifest }, "\(new)")
            check(messages)
        }
    }

    @Test("of a server that fails reads well", arguments: faults)
    func ofServers(_ fault: String) async throws {
        var configuration = MockConfiguration()
        configuration.faults = [try FaultRule(parsing: "*:\(fault)*all")]
        try await withMockServer(configuration) { _, baseURL in
            check(try await collect("sync", try ShellFixture(baseURL: baseURL)))
        }
    }

    @Test("of a server that is not there reads well")
    func ofNoServer() async throws {
        check(try await collect("sync", try ShellFixture()))
    }

    @Test("of an error that only a broken machine makes reads well")
    func ofErrors() {
        let path = "/home/ann/feed.db"
        let errors: [any Error] = [
            StoreError.foreign(path: path), StoreError.newer(path: path, version: 9),
            StoreError.linked(path: path), StoreError.noBackup(path: path),
            StoreError.damaged(path: path, reason: "database disk image is malformed"),
            StoreError.cannotCreate(path: path, reason: "Permission denied"),
            StoreError.cannotAccess(path: path, reason: "the disk is full"),
            StoreError.badQuery(reason: "it was stopped"), CancellationError(),
            UnknownNameError(kind: .section, name: "x"), UnknownNameError(kind: .item, name: "x"),
            UnknownNameError(kind: .run, name: "7"),
            UnknownNameError(kind: .section, name: "x", known: (0..<40).map { "section-\($0)" }),
            SectionConfigError.duplicate(id: "x"), SectionConfigError.section(index: 0, reason: "it has no type"),
            MockServerError.cannotListen(host: "127.0.0.1", port: 80, reason: "permission denied"),
            MockServerError.badPort(-1), MockServerError.alreadyStarted, MockServerError.noCertificate(host: "x"),
            MockServerError.badData("db.json", reason: "it has no list"),
            MockServerError.unknownList("a", known: ["b", "c"]), MockServerError.badPaging("x"),
        ]
        check(
            errors.map { error in
                let commandError = CommandError(error)
                return Message(
                    line: commandError.message, status: commandError.status,
                    text: MessageLaws.prefix + commandError.line)
            })
    }
}

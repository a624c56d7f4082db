import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedMockCommands
@testable import FeedShell

@Suite("mock run", .timeLimit(.minutes(10)))
struct MockRunTests {
    /// A command for `sh` that asks the mock with bash alone: `ask PATH [HEADER]`, whose answer goes to the file `out`.
    private func script(_ fixture: ShellFixture, _ lines: String) throws -> String {
        let file = fixture.folder.appending(path: "script").path
        let text = """
            cd '\(fixture.folder.path)'
            address=${FEEDCACHE_MOCK_URL#http://}; host=${address%%/*}; base=/${address#*/}
            [ "$base" = "/$address" ] && base=
            ask() {
                exec 3<>"/dev/tcp/${host%:*}/${host#*:}"
                printf 'GET %s%s HTTP/1.0\\r\\nHost: %s\\r\\n%b\\r\\n' "$base" "$1" "$host" "${2:+$2\\r\\n}" >&3
                cat <&3 >>out; exec 3>&-
            }
            \(lines)
            """
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return "bash '\(file)'"
    }

    private func said(_ fixture: ShellFixture) throws -> String {
        try String(contentsOf: fixture.folder.appending(path: "out"), encoding: .utf8)
    }

    @Test("serves the command, and ends as it does")
    func codes() async throws {
        let fixture = try ShellFixture()
        let asked = try await fixture.run("mock run -- \(try script(fixture, "ask /keywords; exit 0"))")
        #expect(asked.status == .done && asked.errors.isEmpty, "\(asked.errors)")
        #expect(try said(fixture).hasPrefix("HTTP/1.1 200"))
        for (line, code) in [("exit 7", 7), ("kill -9 $$", 137), ("exit 65", 65)] as [(String, Int32)] {
            let command = try #require(
                try MockRunCommand.parseAsRoot(["--"] + ["bash", "-c", line]) as? MockRunCommand)
            let end = await #expect(throws: ProgramEnd.self) { try await command.run(in: fixture.shell) }
            #expect(end?.code == code)
        }
    }

    @Test("names what was unmatched; strictly, that is 65 where the command ended well")
    func unmatched() async throws {
        let fixture = try ShellFixture()
        let command = try script(fixture, "ask /fotos; ask '/photos?kind=a'")
        let told = try await fixture.run("mock run -- \(command)")
        #expect(told.status == .done && told.errors.contains("GET fotos (404)"), "\(told.errors)")
        #expect(told.errors.contains("ignored: kind"))
        #expect(try await fixture.run("mock run --strict -- \(command)").status == .badData)
        #expect(try await fixture.run("mock run --strict --fault photos:503 -- true").status == .badData)
        #expect(
            try await fixture.run("mock run --strict --fault photos:503 -- \(try script(fixture, "ask /photos"))")
                .status == .done)
    }

    @Test("records what any client asks of a real server, without its secrets, and plays it without that server")
    func recording() async throws {
        let fixture = try ShellFixture()
        let folder = fixture.folder.appending(path: "recorded").path
        let command = try script(
            fixture, "ask '/list?key=s3cret-key' 'Authorization: Bearer t0k3n-value'; ask /gone; ask /list; ask /list")
        try await withMockServer { server, baseURL in
            let origin = baseURL.replacing(MockServer.gourmetPath, with: "")
            server.answer(
                .get("/v1/gone"), with: MockAnswer(status: 404, headers: ["X-Why": "moved"], body: Array("gone!".utf8)))
            server.answer(.get("/v1/list"), in: "later", with: .json("[2]"))
            server.answer(.get("/v1/list"), in: "", with: .status(503, headers: ["Retry-After": "1"]), then: "later")
            server.answer(.get("/v1/list?key=s3cret-key")) { request in
                .json("[{\"next\": \"\(origin)/v1/list\", \"who\": \"\(request.headers["authorization"] ?? "")\"}]")
            }
            let run = try await fixture.run("mock run --upstream \(origin)/v1 --record '\(folder)' -- \(command)")
            #expect(run.status == .done && run.errors.contains("recording 1"), "\(run.errors)")
            #expect(try said(fixture).contains("Bearer t0k3n-value"))
            #expect(!(try said(fixture).contains("\(origin)/v1/list")))
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
            #expect(!text.contains("t0k3n") && !text.contains("s3cret"), "\(name)")
        }
        try FileManager.default.removeItem(at: fixture.folder.appending(path: "out"))
        let played = try await fixture.run("mock run --directory '\(folder)' --strict -- \(command)")
        let text = try said(fixture)
        #expect(played.status == .done, "\(played.errors)")
        #expect(text.contains("HTTP/1.1 404") && text.contains("X-Why: moved") && text.contains("gone!"), "\(text)")
        #expect(text.contains("HTTP/1.1 503") && text.contains("Retry-After: 1") && text.hasSuffix("[2]"), "\(text)")
        let missed = try await fixture.run(
            "mock run --directory '\(folder)' -- \(try script(fixture, "ask '/list?page=2'"))")
        #expect(missed.errors.contains("list?page=2"), "\(missed.errors)")
    }

    @Test(
        "records no password that a client signs in with",
        arguments: ["{\"password\": \"few:words\"}", "password=few%3Awords"])
    func passwords(body: String) async throws {
        let fixture = try ShellFixture()
        let folder = fixture.folder.appending(path: "recorded").path
        try body.write(to: fixture.folder.appending(path: "body"), atomically: true, encoding: .utf8)
        try await withMockServer { server, baseURL in
            server.answer(.post("/v1/login"), with: .json("{\"access_token\": \"t0k3n-value\"}"))
            let origin = baseURL.replacing(MockServer.gourmetPath, with: "")
            let ask = #"""
                exec 3<>"/dev/tcp/${host%:*}/${host#*:}"
                printf 'POST %s/login HTTP/1.0\r\nHost: %s\r\nContent-Length: \#(body.utf8.count)\r\n\r\n' "$base" "$host" >&3
                cat body >&3; cat <&3 >/dev/null
                """#
            let run = try await fixture.run(
                "mock run --upstream \(origin)/v1 --record '\(folder)' -- \(try script(fixture, ask))")
            #expect(run.status == .done && run.errors.contains("recording 1"), "\(run.errors)")
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
            #expect(!text.contains("words") && !text.contains("t0k3n"), "\(name)")
        }
    }

    @Test("asks the real server only for what is not there, and not at all when offline")
    func passingOn() async throws {
        let fixture = try ShellFixture()
        let answers = fixture.folder.appending(path: "answers")
        try FileManager.default.createDirectory(at: answers, withIntermediateDirectories: true)
        try #"{"request": "me", "answers": [{"body": "stub"}]}"#
            .write(to: answers.appending(path: "me.json"), atomically: true, encoding: .utf8)
        let command = try script(fixture, "ask /me; ask /photos; ask /nothing")
        try await withMockServer { server, baseURL in
            let options = "--upstream \(baseURL) --answers '\(answers.path)'"
            #expect(try await fixture.run("mock run \(options) -- \(command)").status == .done)
            #expect(server.journal.entries.map(\.path).map { $0.split(separator: "/").last } == ["photos", "nothing"])
            server.reset()
            let offline = try await fixture.run("mock run \(options) --offline -- \(command)")
            #expect(offline.errors.contains("2 requests came"), "\(offline.errors)")
            #expect(server.journal.count == 0)
        }
        let dead = try await fixture.run("mock run --upstream http://127.0.0.1:9 -- \(command)")
        #expect(dead.status == .done)
        #expect(try said(fixture).contains("HTTP/1.1 502"))
    }

    @Test("an output mode after -- is the program's own")
    func modeOfProgram() async throws {
        let fixture = try ShellFixture()
        let command = try script(fixture, "exit 0")
        let result = try await fixture.run("mock run -- \(command) --format spec")
        #expect(result.status == .done, "\(result.errors)")
    }

    @Test(
        "what is wrong is one line and the right code",
        arguments: [
            ("mock run", 64), ("mock run --record x -- true", 64), ("mock run --upstream nonsense -- true", 64),
            ("mock run --directory /nope -- true", 66), ("mock run --fault fotos:503 -- true", 64),
            ("mock run --upstream http://127.0.0.1:9 --directory /nope -- true", 66),
            ("mock run --upstream http://x --record a --offline -- true", 64), ("mock run -- /nope/program", 127),
        ] as [(String, Int32)])
    func badInput(line: String, exit: Int32) async throws {
        let fixture = try ShellFixture()
        let result = try await fixture.run(line)
        if exit == 127 {
            #expect(result.status == .partlyDone)
        } else {
            #expect(
                result.status.rawValue == exit && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
    }
}

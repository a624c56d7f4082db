import FeedMock
import Foundation
import Testing

@testable import FeedMockCommands
@testable import FeedShell

@Suite("mock answer", .timeLimit(.minutes(10)))
struct MockAnswerTests {
    private func withDriven(_ body: (ShellFixture, MockServer, String) async throws -> Void) async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL, environment: ["FEEDCACHE_MOCK": baseURL])
            try await body(fixture, server, baseURL)
        }
    }

    private func get(_ server: MockServer, _ target: String) -> DirectAnswer? {
        server.answer("GET", "\(MockServer.gourmetPath)/\(target)")
    }

    private func login(_ server: MockServer, _ name: String) -> Int? {
        server.answer(
            "POST", "\(MockServer.gourmetPath)/login", headers: [("X-App", "1")],
            body: Array("{\"user\": {\"name\": \"\(name)\"}}".utf8))?.status
    }

    @Test("plans answers in their order, lists them and drops them")
    func planning() async throws {
        try await withDriven { fixture, server, _ in
            let file = fixture.folder.appending(path: "body").path
            try Data([0xFF, 0x00]).write(to: URL(fileURLWithPath: file))
            let line =
                "mock answer 'GET photos?page=2' --status 503 --header 'Retry-After: 1' --body-file \(file) --times 1"
            let planned = try await fixture.run(
                line + " --then 404 --then '{\"json\": [7], \"times\": 1}' --then world")
            #expect(planned.status == .done && planned.output.contains("GET photos?page=2"), "\(planned.errors)")
            let first = try #require(get(server, "photos?page=2"))
            #expect(first.status == 503 && first.body == [0xFF, 0x00])
            #expect(first.headers.contains { $0.name == "Retry-After" && $0.value == "1" })
            #expect(get(server, "photos?page=2")?.status == 404)
            #expect(get(server, "photos?page=2")?.body == Array("[7]".utf8))
            #expect(get(server, "photos?page=2")?.status == 200 && get(server, "photos?page=1")?.status == 200)
            #expect(try await fixture.run("mock answer --json").output == "[{\"answer\":\"GET photos?page=2\"}]\n")
            #expect(try await fixture.run("mock answer --drop").output.contains("no planned answers"))
        }
    }

    @Test("meets only the requests that are meant, in the state that is meant")
    func matching() async throws {
        try await withDriven { fixture, server, _ in
            let line = "mock answer 'POST login' --status 204 --match-header 'X-App: 1' --match-json user.name=ann"
            let planned = try await fixture.run(line + " --next-state in")
            let lost = try await fixture.run("mock answer me --lost --in-state in")
            #expect(planned.status == .done && lost.status == .done, "\(planned.errors)\(lost.errors)")
            #expect(login(server, "bob") == 404 && get(server, "me")?.status == 404)
            #expect(login(server, "ann") == 204 && get(server, "me") == nil)
        }
    }

    @Test(
        "what is wrong is one line and the right code",
        arguments: [
            ("mock answer photos", 64), ("mock answer --status 503", 64), ("mock answer photos --status 99", 64),
            ("mock answer photos --status 503 --world", 64), ("mock answer 'a b c' --status 503", 64),
            ("mock answer photos --body a --body-file b", 64), ("mock answer photos --body-file /nope", 66),
            ("mock answer photos --status 503 --header nonsense", 64),
            ("mock answer photos --status 503 --times 0", 64),
            ("mock answer photos --status 503 --then nonsense", 64), ("mock answer photos --world --delay soon", 64),
            ("mock answer photos --status 503 --then '{\"stat\": 1}'", 64), ("mock fault fotos:503", 64),
            ("mock verify", 64), ("mock verify photos --faults", 64), ("mock verify --faults", 0),
        ] as [(String, Int32)])
    func badInput(line: String, exit: Int32) async throws {
        try await withDriven { fixture, server, _ in
            let result = try await fixture.run(line)
            #expect(result.status.rawValue == exit, "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == (exit == 0 ? 0 : 1), "\(result.errors)")
            #expect(get(server, "photos")?.status == 200)
        }
    }

    @Test("faults that did nothing are 65")
    func faults() async throws {
        try await withDriven { fixture, server, _ in
            #expect(try await fixture.run("mock fault sections:slide photos:503").status == .done)
            #expect(get(server, "photos")?.status == 503)
            let failed = try await fixture.run("mock verify --faults")
            #expect(
                failed.status == .badData && failed.errors.contains("no request met sections:slide"), "\(failed.errors)"
            )
        }
    }

    @Test("“mock serve” says what is wrong with a host, a fault and a file")
    func serving() async throws {
        let fixture = try ShellFixture()
        let file = fixture.folder.appending(path: "x.csv").path
        try "name\na\n".write(toFile: file, atomically: true, encoding: .utf8)
        for (options, exit, said) in [
            ("--host nope.invalid", 69, "there is no such host"), ("--fault fotos:503", 64, "did you mean “photos”?"),
            ("--data \(file)", 65, "has no text or whole number at “id”"), ("--answers /nope", 66, "not a directory"),
        ] as [(String, Int32, String)] {
            let result = try await fixture.run("mock serve --port 0 \(options)")
            #expect(result.status.rawValue == exit && result.errors.contains(said), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
    }

    @Test("the manifest takes the URL that “mock serve” prints")
    func manifest() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture()
            for url in [baseURL, baseURL + "/", baseURL.replacing(MockServer.gourmetPath, with: "")] {
                let printed = try await fixture.run("mock manifest --base-url \(url)")
                #expect(printed.output.contains("base_url = \"\(baseURL)\"\n"), "\(printed.output)")
            }
        }
    }
}

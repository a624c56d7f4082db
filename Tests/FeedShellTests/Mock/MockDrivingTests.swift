import FeedMock
import Foundation
import Testing

@testable import FeedMockCommands
@testable import FeedShell

@Suite("Driving a mock API", .timeLimit(.minutes(10)))
struct MockDrivingTests {
    /// A shell whose “mock” commands are for this server.
    private func withDriven(_ body: (ShellFixture, MockServer) async throws -> Void) async throws {
        try await withMockServer { server, baseURL in
            try await body(try ShellFixture(baseURL: baseURL, environment: ["FEEDCACHE_MOCK": baseURL]), server)
        }
    }

    @Test("breaks it, sees what happens, and mends it")
    func breaking() async throws {
        try await withDriven { fixture, server in
            let added = try await fixture.run("mock fault photos:404 '*:reset%0' --json")
            #expect(added.output == "[{\"fault\":\"photos:404\"},{\"fault\":\"*:reset%0\"}]\n")
            #expect(server.faults.rules.count == 2)
            #expect(try await fixture.run("refresh photos").status == .protocolError)
            let rest = try await fixture.run("mock faults")
            #expect(!rest.output.contains("404") && rest.output.contains("reset"))
            #expect(try await fixture.run("mock faults --drop").output.contains("no faults"))
            #expect(server.faults.rules.isEmpty)
            #expect(try await fixture.run("refresh photos").status == .done)
            let journal = try await fixture.run("mock journal --path photos")
            #expect(journal.output.contains("photos?page=1") && journal.output.contains("404"))
            let reset = try await fixture.run("mock reset")
            #expect(reset.output == "reset; the world is at tick 0\n" && server.journal.count == 0)
        }
    }

    @Test("offline, a sync fails as without a network, and “mock” goes on working")
    func offline() async throws {
        try await withDriven { fixture, server in
            let away = try await fixture.run("mock offline on")
            #expect(away.output == "the mock API is offline\n")
            #expect(try await fixture.run("sync").status == .unavailable)
            let asked = try await fixture.run("mock offline")
            #expect(asked.output == "the mock API is offline\n")
            let back = try await fixture.run("mock offline off --json")
            #expect(back.output == "{\"offline\":false}\n")
            #expect(try await fixture.run("sync").status == .done)
            #expect(!server.faults.isOffline)
        }
    }

    @Test("is at the customary address where the variable is empty")
    func emptyAddress() throws {
        let fixture = try ShellFixture(environment: ["FEEDCACHE_MOCK": ""])
        #expect(throws: Never.self) { try MockClient(try MockAddress.parse([]), in: fixture.shell) }
    }

    @Test("moves the world")
    func tick() async throws {
        try await withDriven { fixture, server in
            let (first, second) = (try await fixture.run("mock tick"), try await fixture.run("mock tick 3 --json"))
            #expect(first.output == "tick 1\n" && second.output == "{\"tick\":4}\n")
            #expect(server.clock.tick == 4)
        }
    }

    @Test("verifies: 0 where it holds, 65 and the nearest miss where it does not")
    func verifying() async throws {
        try await withDriven { fixture, _ in
            _ = try await fixture.run("refresh articles")
            _ = try await fixture.run("refresh photos")
            #expect(try await fixture.run("mock verify 'GET photos' --at-least 1").output == "verified: 1\n")
            #expect(try await fixture.run("mock verify 'GET photos?page=1' --times 1").status == .done)
            #expect(try await fixture.run("mock verify '*' 'photos?page=1'").status == .done)
            #expect(try await fixture.run("mock verify keywords --times 0").status == .done)
            let failed = try await fixture.run("mock verify 'GET photos?page=9'")
            #expect(failed.status == .badData)
            #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
            #expect(failed.errors.contains("page=1 instead of 9"), "\(failed.errors)")
            let document = try await fixture.run("mock verify 'POST photos' --json")
            #expect(document.output == "{\"verified\":false,\"count\":null}\n")
            #expect(document.errors.contains("\"code\":\"mock_not_verified\""))
        }
    }

    @Test(
        "what is wrong is one line and the right code",
        arguments: [
            ("mock fault photos", 64), ("mock fault photos:nonsense", 64), ("mock fault", 64), ("mock tick 0", 64),
            ("mock offline maybe", 64), ("mock verify 'a b c'", 64), ("mock verify a b --times 1", 64),
            ("mock verify a --times 1 --at-least 1", 64), ("mock journal --wait 61s", 64),
            ("mock faults --at nonsense", 64), ("mock faults --at http://127.0.0.1:9", 69),
            ("mock reset --at BASE/elsewhere", 0), ("mock nonsense", 64),
        ] as [(String, Int32)])
    func badInput(line: String, exit: Int32) async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL, environment: ["FEEDCACHE_MOCK": baseURL])
            let result = try await fixture.run(line.replacing("BASE", with: baseURL))
            #expect(result.status.rawValue == exit, "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == (exit == 0 ? 0 : 1), "\(result.errors)")
            #expect(server.faults.rules.isEmpty)
        }
    }

    @Test("a port in use and an unknown list end “mock serve” with one line")
    func serving() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture()
            let port = try #require(URL(string: baseURL)?.port)
            let taken = try await fixture.run("mock serve --port \(port)")
            #expect(taken.status == .unavailable && taken.errors.contains("another program listens there"))
            let unknown = try await fixture.run("mock serve --port 0 --size fotos=3")
            #expect(unknown.status == .usage && unknown.errors.split(separator: "\n").count == 1)
        }
    }
}

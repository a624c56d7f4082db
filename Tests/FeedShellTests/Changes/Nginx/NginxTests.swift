import FeedMock
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite(
    "nginx before the API, as the article has it",
    .enabled(if: NginxServer.program != nil, "nginx is not installed; apt-get install nginx"),
    .timeLimit(.minutes(10)))
struct NginxTests {
    private static let caches = 20

    @Test("lets twenty caches cost the API as much as one, and gives all of them its lists")
    func fleet() async throws {
        try await withMockServer(MockConfiguration()) { mock, baseURL in
            let nginx = try NginxServer(before: baseURL)
            let fixtures = try (0..<Self.caches).map { _ in try ShellFixture(baseURL: nginx.baseURL) }
            func sync() async throws -> Int {
                for fixture in fixtures { #expect(try await fixture.run("sync -q").status == .done) }
                defer { mock.journal.clear() }
                return mock.journal.count
            }
            let own = try ShellFixture(baseURL: baseURL)
            #expect(try await own.run("sync -q").status == .done)
            let alone = mock.journal.count
            mock.journal.clear()

            #expect(alone > 5)
            #expect(try await sync() == alone)
            let first = alone * Self.caches
            #expect(try await nginx.requests(expecting: first) == first)
            // What is valid still is not asked for.
            #expect(try await sync() == 0)
            #expect(try await nginx.requests(expecting: first + 1) > first)
            for list in ["photos", "articles", "keywords"] {
                let expected = try await own.run("export \(list)").output
                #expect(!expected.isEmpty)
                for fixture in fixtures { #expect(try await fixture.run("export \(list)").output == expected) }
            }
        }
    }

    @Test("keeps no answer about ads, and takes no event for the API")
    func passedOn() async throws {
        try await withMockServer(MockConfiguration()) { mock, baseURL in
            let nginx = try NginxServer(before: baseURL)
            let fixture = try ShellFixture(baseURL: nginx.baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            var before = try await nginx.requests(expecting: mock.journal.count)
            for line in ["scroll photos 0 --dwell 2", "scroll photos 9 --dwell 2", "tap photos 1", "flush"] {
                mock.journal.clear()
                #expect(try await fixture.run(line).status == .done, "\(line)")
                let after = before + mock.journal.count
                #expect(try await nginx.requests(expecting: after) == after, "\(line)")
                before = after
            }
        }
    }
}

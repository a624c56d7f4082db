import FeedMock
import Foundation
import Testing

@testable import FeedShell

/// Makes the table of what the cache does when a feed is wrong, by syncing against each fault.
struct FeedFaultTable {
    /// Each fault in a list of 25 articles on three pages, or in the section config.
    static let rules = [
        "articles?page=2:slide", "articles?page=2:duplicate-id", "articles:older-version*all",
        "articles:wrong-total*all", "articles?page=2:cursor-loop*all", "articles?page=2:empty-page",
        "articles:unknown-tombstone", "articles:false-304*all", "articles:new-etag*all", "articles:renamed-ids*all",
        "articles:other-account*all", "sections:duplicate-section", "articles:clock-skew=86400*all",
        "articles?page=2:bandwidth=1000", "articles?page=2:cut=10", "articles:down",
    ]

    /// How many syncs the cache gets to be right again.
    private static let patience = 5

    /// The rows, and the head above them.
    func text() async throws -> String {
        var lines = [
            "| fault | exit | outcome | counted | items after | right again by later syncs |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for rule in Self.rules { lines.append(try await row(rule)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private struct Report: Decodable {
        struct Failure: Decodable {
            let code: String
        }
        struct Part: Decodable {
            let outcome: String
            let error: Failure?
            let inserted: Int?
            let updated: Int?
            let stale: Int?
            let removed: Int?
            let rejected: Int?
            let drift: Bool?
        }
        let sections: Part?
        let collections: [Part]
    }

    private func sync(_ fixture: ShellFixture) async throws -> (exit: Int32, report: Report) {
        let result = try await fixture.run("sync --json")
        return (result.status.rawValue, try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)))
    }

    private func fixture(_ baseURL: String) throws -> ShellFixture {
        let fixture = try ShellFixture()
        let manifest = """
            [source]
            name = "table"
            base_url = "\(baseURL)"
            retry = { attempts = 1 }

            [sections]
            path = "sections"

            [[collections]]
            name = "articles"
            path = "articles"
            items = ""
            id = "id"
            version = "updated_at"
            deleted = "deleted"
            paging = { style = "link", size_param = "per_page", size = 10, total_header = "X-Total-Count" }

            """
        try manifest.write(to: fixture.folder.appending(path: "feed.toml"), atomically: true, encoding: .utf8)
        return fixture
    }

    /// The items in the cache, in display order.
    private func items(_ fixture: ShellFixture) async throws -> [Substring] {
        try await fixture.run("export articles --format ndjson").output.split(separator: "\n")
    }

    /// A row: what was asked for, what the sync made of it, and how the cache got well again.
    private func row(_ rule: String) async throws -> String {
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: 25)
        configuration.pause = { _ in }
        return try await withMockServer(configuration) { server, baseURL in
            let fixture = try fixture(baseURL)
            try #require(try await sync(fixture).report.collections.first?.outcome == "complete")
            if rule.contains("304") { server.clock.advance(by: 5) }
            server.faults.add(try FaultRule(parsing: rule))
            let (exit, report) = try await sync(fixture)
            let part = try #require(rule.hasPrefix("sections") ? report.sections : report.collections.first)
            let outcome = "`\(part.outcome)`" + (part.error.map { ", `\($0.code)`" } ?? "")
            let kept = try await items(fixture).count
            server.faults.clear()
            let right = try self.fixture(baseURL)
            _ = try await sync(right)
            let wanted = try await items(right)
            var rounds = 0
            while try await items(fixture) != wanted, rounds < Self.patience {
                _ = try await sync(fixture)
                rounds += 1
            }
            let well = rounds == 0 ? "already" : rounds < Self.patience ? "after \(rounds)" : "not by itself"
            return "| `\(rule)` | \(exit) | \(outcome) | \(counts(part)) | \(kept) | \(well) |"
        }
    }

    private func counts(_ part: Report.Part) -> String {
        let numbers = [
            ("inserted", part.inserted), ("updated", part.updated), ("stale", part.stale), ("removed", part.removed),
            ("rejected", part.rejected),
        ]
        let words = numbers.compactMap { name, count in count.flatMap { $0 > 0 ? "\($0) \(name)" : nil } }
        let all = words + (part.drift == true ? ["drift"] : [])
        return all.isEmpty ? "nothing" : all.joined(separator: ", ")
    }
}

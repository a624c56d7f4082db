import FeedModel
import FeedSchema
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite(
    "Click-through of a fleet in PostgreSQL", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLFleetTests {
    /// Impressions of one section in one cache, and how many of them were tapped.
    private struct Count {
        var impressions = 0
        var taps = 0
    }

    /// A line of the view.
    private struct Line {
        let fields: [Substring]

        func number(_ index: Int) -> Double? { Double(fields[index]) }
    }

    /// A score interval as its definition has it, and not the formula that solves it: the rates `x` at which the measured
    /// one is no more than `z` standard errors of `x` away. Found by halving.
    private static func interval(rate: Double, trials: Double) -> (low: Double, high: Double) {
        func isWithin(_ x: Double) -> Bool {
            abs(rate - x) <= 1.959_963_984_540_054 * (x * (1 - x) / trials).squareRoot()
        }
        func edge(from inside: Double, to outside: Double) -> Double {
            var (inside, outside) = (inside, outside)
            for _ in 0..<200 {
                let middle = (inside + outside) / 2
                if isWithin(middle) { inside = middle } else { outside = middle }
            }
            return inside
        }
        return (rate == 0 ? 0 : edge(from: rate, to: 0), rate == 1 ? 1 : edge(from: rate, to: 1))
    }

    /// How much more the rates of caches differ than those of independent impressions would; 1 or more. From the distances
    /// of each cache's taps to what the common rate gives it.
    private static func designEffect(_ counts: [Count]) -> Double? {
        let (n, k) = (counts.reduce(0) { $0 + $1.impressions }, counts.reduce(0) { $0 + $1.taps })
        let rate = Double(k) / Double(n)
        guard counts.count > 1, k > 0, k < n else { return nil }
        // The variance of a ratio of two totals over caches.
        let mean = Double(n) / Double(counts.count)
        let residuals = counts.map { Double($0.taps) - rate * Double($0.impressions) }
        let spread = residuals.reduce(0) { $0 + $1 * $1 } / Double(counts.count - 1)
        let ofRatio = spread / Double(counts.count) / (mean * mean)
        return max(1, ofRatio / (rate * (1 - rate) / Double(n)))
    }

    /// Lets a fleet look and tap, and writes what it did as the loader would.
    private func write(
        _ caches: Int, to server: PostgreSQLServer, using generator: inout SeededGenerator
    ) throws -> [String: [Count]] {
        var counts: [String: [Count]] = [:]
        var rows: [String] = []
        var caching: [String] = []
        for cache in 0..<caches {
            caching.append("('c\(cache)', 'h', 't', 1, true)")
            let taste = Double.random(in: 0...1, using: &generator)
            for (section, rate) in [("even", 0.2), ("mixed", taste * taste * 0.6), ("never", 0), ("always", 1)] {
                var count = Count()
                // Some caches never see some sections.
                guard cache < 30 || section != "mixed" || Bool.random(using: &generator) else { continue }
                for index in 0..<Int.random(in: 1...90, using: &generator) {
                    let look = ",\"look\":\"\(section) impression \(index) 0\""
                    func add(_ kind: String, _ number: Int) {
                        let body = """
                            {"type":"\(kind)","section":"\(section)","item":"\(index)","row":\(index),"run":1\(kind == "tap" ? look : "")}
                            """
                        rows.append(
                            """
                            ('c\(cache)', 'event', 's', '\(cache % 3)', '', '\(section) \(kind) \(index) \(number)', 1, 0,
                            \(1_000 + index), '\(body)')
                            """)
                    }
                    add("impression", 0)
                    count.impressions += 1
                    guard Double.random(in: 0..<1, using: &generator) < rate else { continue }
                    // A second tap of the same thing counts no more.
                    for number in 0..<Int.random(in: 1...2, using: &generator) { add("tap", number) }
                    count.taps += 1
                }
                counts[section, default: []].append(count)
            }
        }
        try server.query(
            """
            DELETE FROM cache;
            INSERT INTO cache (cache, host, token, snapshot, is_complete) VALUES \(caching.joined(separator: ", "));
            INSERT INTO fact (cache, type, source, account, collection, id, snapshot, change, time_ms, body)
            VALUES \(rows.joined(separator: ",\n"));
            """, database: "mirror")
        return counts
    }

    @Test("has the rate, the design effect and the interval that their definitions give", arguments: [30, 47, 200])
    func fleet(caches: Int) throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        for seed in SeededGenerator.seeds(3) {
            var generator = SeededGenerator(seed: seed)
            let counts = try write(caches, to: server, using: &generator)
            let lines = try server.query(
                """
                SELECT section, impressions, taps, caches, rate, coalesce(design_effect, 0), low, high FROM click_through
                """, database: "mirror"
            ).map { Line(fields: $0.split(separator: "|", omittingEmptySubsequences: false)) }
            #expect(lines.count == counts.count && lines.count == 4)
            for line in lines {
                let mine = try #require(counts[String(line.fields[0])])
                let (n, k) = (mine.reduce(0) { $0 + $1.impressions }, mine.reduce(0) { $0 + $1.taps })
                #expect(line.number(1) == Double(n) && line.number(2) == Double(k))
                #expect(line.number(3) == Double(mine.count))
                let rate = Double(k) / Double(n)
                let effect = Self.designEffect(mine)
                let interval = Self.interval(rate: rate, trials: Double(n) / (effect ?? 1))
                for (known, expected) in zip(4...7, [rate, effect ?? 0, interval.low, interval.high]) {
                    let value = try #require(line.number(known), "\(line)")
                    #expect(abs(value - expected) <= 1e-9 * max(1, expected), "\(line): \(expected)")
                }
                if line.fields[0] == "mixed" { #expect(effect ?? 0 > 2) }
            }
        }
    }

    @Test("has no interval below 30 caches, and no design effect of one", arguments: [1, 2, 29])
    func few(caches: Int) throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        var generator = SeededGenerator(seed: 7)
        let counts = try write(caches, to: server, using: &generator)
        let lines = try server.query(
            "SELECT section, low IS NULL AND high IS NULL, design_effect IS NULL, rate FROM click_through",
            database: "mirror"
        ).map { $0.split(separator: "|") }
        #expect(lines.count == 4)
        for line in lines {
            let mine = try #require(counts[String(line[0])])
            #expect(line[1] == "t" && (line[2] == "t") == (Self.designEffect(mine) == nil), "\(line)")
            let (n, k) = (mine.reduce(0) { $0 + $1.impressions }, mine.reduce(0) { $0 + $1.taps })
            #expect(Double(line[3]) == Double(k) / Double(n))
        }
    }
}

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

    /// The quantile of Student's t for 95 %, by halving the integral of its density: with `x = √n tan θ` that is a power of
    /// the cosine, from 0 to the angle 95 % of what it is up to a right one.
    private static func student(_ n: Double) -> Double {
        func integral(to end: Double) -> Double {
            let width = end / 4_000
            var sum = 0.0
            for step in 0..<4_000 { sum += pow(cos((Double(step) + 0.5) * width), n - 1) }
            return sum * width
        }
        let whole = integral(to: .pi / 2)
        var (low, high) = (0.0, Double.pi / 2)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if integral(to: middle) < 0.95 * whole { low = middle } else { high = middle }
        }
        return n.squareRoot() * tan(low)
    }

    /// How far the rate goes when each one of the caches is left out.
    private static func changes(_ counts: [Count]) -> [Double] {
        let (n, k) = (counts.reduce(0) { $0 + $1.impressions }, counts.reduce(0) { $0 + $1.taps })
        return counts.map { Double(k - $0.taps) / Double(n - $0.impressions) - Double(k) / Double(n) }
    }

    /// Log odds with half a tap and half an impression without one added.
    private static func odds(_ n: Int, _ k: Int) -> Double { log(Double(k) + 0.5) - log(Double(n - k) + 0.5) }

    /// How far the log odds go when each one of the caches is left out.
    private static func oddsChanges(_ counts: [Count]) -> [Double] {
        let (n, k) = (counts.reduce(0) { $0 + $1.impressions }, counts.reduce(0) { $0 + $1.taps })
        return counts.map { odds(n - $0.impressions, k - $0.taps) - odds(n, k) }
    }

    /// So many standard errors of the log odds to both sides, brought back to rates.
    private static func interval(_ counts: [Count], quantile: Double) -> (low: Double, high: Double) {
        let (n, k) = (counts.reduce(0) { $0 + $1.impressions }, counts.reduce(0) { $0 + $1.taps })
        let jackknife = oddsChanges(counts).reduce(0) { $0 + $1 * $1 } * Double(counts.count - 1) / Double(counts.count)
        let independent = 1 / (Double(k) + 0.5) + 1 / (Double(n - k) + 0.5)
        let half = quantile * max(jackknife, independent).squareRoot()
        func rate(_ odds: Double) -> Double { (1 + tanh(odds / 2)) / 2 }
        return (k == 0 ? 0 : rate(odds(n, k) - half), k == n ? 1 : rate(odds(n, k) + half))
    }

    /// How much more the rates of caches differ than those of independent impressions would, by the jackknife; 1 or more.
    private static func designEffect(_ counts: [Count]) -> Double? {
        let (n, k) = (counts.reduce(0) { $0 + $1.impressions }, counts.reduce(0) { $0 + $1.taps })
        let rate = Double(k) / Double(n)
        guard counts.count > 1, k > 0, k < n else { return nil }
        let squares = changes(counts).reduce(0) { $0 + $1 * $1 }
        let variance = squares * Double(counts.count - 1) / Double(counts.count)
        return max(1, variance / (rate * (1 - rate) / Double(n)))
    }

    private static func effectiveCaches(_ counts: [Count]) -> Double {
        let n = counts.reduce(0) { $0 + Double($1.impressions) }
        let bySize = n * n / counts.reduce(0) { $0 + Double($1.impressions * $1.impressions) }
        let squares = oddsChanges(counts).map { $0 * $0 }
        let fourths = squares.reduce(0) { $0 + $1 * $1 }
        let sum = squares.reduce(0, +)
        return fourths > 0 ? min(bySize, 2 * sum * sum / fourths) : bySize
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
                SELECT section, impressions, taps, caches, rate, coalesce(design_effect, 0), effective_caches, low, high
                FROM click_through
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
                let effective = Self.effectiveCaches(mine)
                let interval = Self.interval(mine, quantile: Self.student(effective - 1))
                for (known, expected) in zip(4...8, [rate, effect ?? 0, effective, interval.low, interval.high]) {
                    let value = try #require(line.number(known), "\(line)")
                    // The quantile is a close approximation, and near.
                    #expect(
                        abs(value - expected) <= (known < 7 ? 1e-9 : 1e-5) * max(1, expected), "\(line): \(expected)")
                }
                if line.fields[0] == "mixed" { #expect(effect ?? 0 > 2) }
            }
        }
    }

    @Test(
        "has no interval below 10 caches, no design effect of one, and says how many it would take",
        arguments: [1, 2, 9])
    func few(caches: Int) throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        var generator = SeededGenerator(seed: 7)
        let counts = try write(caches, to: server, using: &generator)
        let lines = try server.query(
            """
            SELECT section, low IS NULL AND high IS NULL, design_effect IS NULL, rate, caches_needed FROM click_through
            """, database: "mirror"
        ).map { $0.split(separator: "|") }
        #expect(lines.count == 4)
        for line in lines {
            let mine = try #require(counts[String(line[0])])
            #expect(line[1] == "t" && (line[2] == "t") == (Self.designEffect(mine) == nil), "\(line)")
            let (n, k) = (mine.reduce(0) { $0 + $1.impressions }, mine.reduce(0) { $0 + $1.taps })
            #expect(Double(line[3]) == Double(k) / Double(n))
            #expect(try #require(Int(line[4])) >= 10, "\(line)")
        }
    }

    // MARK: Coverage

    /// The rate of one cache: between 0 and twice the common one, or where a correlation is given, far more often near 0. Then
    /// it is a draw from a beta distribution (Jöhnk 1964), and two impressions of one cache have that intraclass correlation.
    private static func ownRate(
        _ rate: Double, correlation: Double?, using generator: inout SeededGenerator
    ) -> Double {
        guard let correlation else { return rate * Double.random(in: 0...2, using: &generator) }
        let size = 1 / correlation - 1
        while true {
            let x = pow(Double.random(in: Double.leastNormalMagnitude..<1, using: &generator), 1 / (rate * size))
            let y = pow(Double.random(in: Double.leastNormalMagnitude..<1, using: &generator), 1 / ((1 - rate) * size))
            if x + y <= 1, x + y > 0 { return x / (x + y) }
        }
    }

    /// A fleet whose caches have log-normal numbers of impressions, and rates of their own.
    private static func fleet(
        _ caches: Int, sigma: Double, rate: Double, correlation: Double?, using generator: inout SeededGenerator
    ) -> [Count] {
        (0..<caches).map { _ in
            let radius = (-2 * log(Double.random(in: Double.leastNormalMagnitude..<1, using: &generator))).squareRoot()
            let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
            let impressions = max(1, Int((50 * exp(sigma * normal)).rounded()))
            let own = ownRate(rate, correlation: correlation, using: &generator)
            // From tap to tap: the impressions between are geometric.
            var (taps, place) = (0, 0)
            while place < impressions {
                let chance = Double.random(in: Double.leastNormalMagnitude..<1, using: &generator)
                place += Int(min(1e9, log(chance) / log1p(-own))) + 1
                if place <= impressions { taps += 1 }
            }
            return Count(impressions: impressions, taps: taps)
        }
    }

    /// How many of so many intervals have the rate.
    private func coverage(
        _ server: PostgreSQLServer, caches: Int, sigma: Double, rate: Double, correlation: Double?, trials: Int
    ) throws -> Double {
        var generator = SeededGenerator(seed: UInt64(caches) + UInt64(sigma * 10) + UInt64(rate * 1_000))
        let fleets = (0..<trials).map { _ in
            let fleet = Self.fleet(caches, sigma: sigma, rate: rate, correlation: correlation, using: &generator)
            return "('{\(fleet.map { "\($0.impressions)" }.joined(separator: ","))}'::float8[],"
                + "'{\(fleet.map { "\($0.taps)" }.joined(separator: ","))}'::float8[])"
        }
        let held = try server.query(
            """
            SELECT avg((\(rate) BETWEEN low AND high)::integer)
            FROM (VALUES \(fleets.joined(separator: ",\n"))) AS fleet (n, k), fleet_rate(n, k)
            """, database: "mirror")
        return try #require(held.first.flatMap(Double.init))
    }

    @Test(
        "has the rate of a fleet in 93 of 100 intervals and more, in 90 where taps are rare, however sizes and rates differ",
        arguments: [nil, 0.1])
    func coverage(correlation: Double?) throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        for caches in [30, 100] {
            for sigma in [0.0, 1, 2] {
                for (rate, least) in [(0.01, 0.9), (0.05, 0.93), (0.2, 0.93)] {
                    let held = try coverage(
                        server, caches: caches, sigma: sigma, rate: rate, correlation: correlation,
                        trials: Soak.rounds(rate < 0.05 ? 4_000 : 2_000, sample: rate < 0.05 ? 1_000 : 500))
                    #expect(held >= least, "\(caches) caches, sigma \(sigma), rate \(rate): \(held)")
                }
            }
        }
    }
}

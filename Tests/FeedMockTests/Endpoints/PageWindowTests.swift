import TestSupport
import Testing

@testable import FeedMock

@Suite struct PageWindowTests {
    @Test("walking by either style gives every place once", arguments: SeededGenerator.seeds(40))
    func walks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (total, size) = (Int.random(in: 0...90, using: &generator), Int.random(in: 1...30, using: &generator))
        for style in ["page", "offset"] {
            var (met, number) = ([Int](), style == "page" ? 1 : 0)
            while true {
                let query = style == "page" ? "page=\(number)&per_page=\(size)" : "offset=\(number)&limit=\(size)"
                let window = try window(query, total: total)
                met += window.range
                let link = window.links("/l", keeping: "since=5&") ?? ""
                #expect(link.contains("rel=\"next\"") == window.hasNext, "seed \(seed)")
                guard window.hasNext else { break }
                number += style == "page" ? 1 : size
                #expect(link.contains("</l?since=5&\(style)=\(number)&"), "seed \(seed): \(link)")
            }
            #expect(met == Array(0..<total), "seed \(seed), \(style)")
        }
    }

    @Test(
        "beyond the end there is nothing, however far",
        arguments: [
            "page=9223372036854775807&per_page=1000", "page=9&per_page=10", "offset=9223372036854775807",
            "offset=50&limit=1000",
        ])
    func beyond(query: String) throws {
        let window = try window(query, total: 50)
        #expect(window.range.isEmpty && !window.hasNext)
        #expect(window.links("/l", keeping: "")?.contains("rel=\"prev\"") == true)
    }

    @Test(
        "nonsense is refused",
        arguments: [
            "page=0", "page=x", "per_page=0", "per_page=1001", "offset=-1", "limit=0", "limit=", "page=1&offset=0",
            "per_page=5&limit=5",
        ])
    func refusals(query: String) {
        #expect(throws: RequestError.self) { try window(query, total: 50) }
    }

    @Test("without parameters it is the list's beginning")
    func bare() throws {
        #expect(try window("", total: 5_000).range == 0..<1_000)
        #expect(try window("", total: 50).range == 0..<50)
    }

    private func window(_ query: String, total: Int) throws -> PageWindow {
        try PageWindow(Query(query[...]), as: PageWindow.Style.allCases, total: total, size: 20, bareSize: 1_000)
    }
}

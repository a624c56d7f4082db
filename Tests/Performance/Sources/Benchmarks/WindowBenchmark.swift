import Foundation

@testable import FeedModel
@testable import FeedStore

/// A screenful of a long list at different depths, and the price of a look where nothing was written.
enum WindowBenchmark {
    private static let pageSize = 100
    private static let itemCount = 100_000

    private static let table = TextTable(
        title: "window: 20 items of a list of 100,000 in SQLite",
        columns: [
            .text("what", 28), .number("fastest/ms", 10), .number("median/ms", 10), .number("allocations", 11),
        ])

    static func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try FeedDatabase(path: folder.appending(path: "feed.db").path)
        let start = ContinuousClock.now
        try fill(database)
        table.printHeader()
        let written = start.duration(to: .now)
        table.printRow(["(to write the list)", written.milliseconds, "", ""])
        for offset in [0, 1_000, 50_000, itemCount - 20] {
            let window = try Measurement.of {
                try database.read(source: "bench") { try $0.list("list").window(offset: offset, limit: 20).count }
            }
            printRow("from item \(offset)", window.cost)
        }
        let commits = Commits(of: database)
        printRow("was anything written?", try Measurement.of { try commits.version() }.cost)
    }

    private static func printRow(_ what: String, _ cost: Measurement) {
        table.printRow([
            what, cost.fastest.milliseconds, cost.median.milliseconds, cost.allocationText,
        ])
    }

    /// A walk from the first page to the last.
    private static func fill(_ database: FeedDatabase) throws {
        let now = Instant(seconds: 0)
        let source = try database.source(named: "bench")
        let run = try RunStore.begin(.sync, of: source, process: 1, now: now)
        let walk = try source.collection(named: "list").walk(in: run.id)
        let state = try walk.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
        let pages = itemCount / pageSize
        for page in 1...pages {
            let items = Self.page(page)
            let listPage = ListPage(
                address: "list?page=\(page)", answeredBy: "list", sequence: Int64(page), content: .items(items),
                next: page < pages ? .page("\(page + 1)") : .end, serverTime: now)
            _ = try walk.write([listPage], walk: state.number, now: now)
        }
    }

    private static func page(_ number: Int) -> DecodedPage {
        var body: [UInt8] = []
        let items = (0..<pageSize).map { index in
            let id = "\(number * pageSize + index)"
            let start = body.count
            body +=
                #"{"id":"\#(id)","title":"fluffy chilled tantan noodles","text":"\#(String(repeating: "x", count: 200))"}"#
                .utf8
            return DecodedItem(
                payload: start..<body.count, identity: .id(id), versionText: nil, version: .none, isTombstone: false)
        }
        return DecodedPage(body: body, items: items)
    }
}

import FeedModel
import Foundation

@testable import FeedStore

/// A database of its own in a folder that goes with it, one collection, and pages made of a few words.
final class StoreFixture {
    let folder: URL
    let database: FeedDatabase
    let source: SourceStore
    let collection: CollectionStore
    private(set) var run: RunStore
    private var sequence: Int64 = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try FeedDatabase(path: folder.appending(path: "feed.db").path)
        source = try database.source(named: "test")
        collection = try source.collection(named: "list")
        run = try RunStore.begin(.sync, of: source, process: 1, now: Instant(seconds: 0))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var walk: WalkStore { collection.walk(in: run.id) }

    /// Opens the next run of the ledger.
    func nextRun() throws {
        run = try RunStore.begin(.sync, of: source, process: 1, now: now)
    }

    var now: Instant { Instant(seconds: sequence) }

    func nextSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    /// Reads `pages` as a walk from the first to the last; the ID lists are the server's.
    @discardableResult
    func walkThrough(
        _ pages: [[String]], version: Int? = 1, etags: Bool = false, totals: [Int]? = nil, finishes: Bool = true,
        allowsShrink: Bool = false, fingerprint: String = "f", isEndSaid: Bool = false
    ) throws -> WalkFinishResult? {
        let state = try walk.begin(kind: .sync, fingerprint: fingerprint, first: "1", now: now)
        for (index, ids) in pages.enumerated() {
            try write(
                ids.map { TestItem($0, version: version) }, page: index + 1, of: pages.count, walk: state.number,
                etag: etags ? "e\(index)" : nil, total: totals?[index])
        }
        guard finishes else { return nil }
        return try walk.finish(
            walk: state.number,
            WalkFinishOptions(allowsShrink: allowsShrink, isEndSaid: isEndSaid, sequence: nextSequence()), now: now)
    }

    /// Reads `pages` as two walks in a row, as absence takes.
    @discardableResult
    func walkTwice(_ pages: [[String]], allowsShrink: Bool = false) throws -> WalkFinishResult? {
        try walkThrough(pages, allowsShrink: allowsShrink)
        return try walkThrough(pages, allowsShrink: allowsShrink)
    }

    @discardableResult
    func write(
        _ items: [TestItem], page: Int, of pages: Int, walk number: Int64, etag: String? = nil, total: Int? = nil
    ) throws -> PageResult {
        let (listPage, decoded) = TestItem.listPage(
            items, address: "list?page=\(page)", sequence: nextSequence(), etag: etag,
            next: page < pages ? "\(page + 1)" : nil, total: total)
        return try walk.write(listPage, decoded, walk: number, now: now)
    }

    /// Reads a list of one page of these payloads; their IDs are 0, 1, 2….
    func walk(payloads: [String]) throws {
        let body = Array(payloads.joined().utf8)
        var start = 0
        let items = payloads.enumerated().map { number, payload in
            defer { start += payload.utf8.count }
            return DecodedItem(
                payload: start..<(start + payload.utf8.count), identity: .id("\(number)"), versionText: nil,
                version: .none, isTombstone: false)
        }
        let decoded = DecodedPage(body: body, items: items)
        let state = try walk.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
        let page = ListPage(
            address: "list", answeredBy: "list", sequence: nextSequence(), content: .items(decoded),
            validator: Validator(etag: nil, lastModified: nil), next: .end, serverTime: now)
        _ = try walk.write(page, decoded, walk: state.number, now: now)
        _ = try walk.finish(
            walk: state.number, WalkFinishOptions(allowsShrink: true, sequence: nextSequence()), now: now)
    }

    /// Says 304 for the next page of a walk.
    func confirm(page: Int, walk number: Int64, next: ListPage.Next) throws -> WalkState {
        let page = ListPage(
            address: "list?page=\(page)", answeredBy: "list", sequence: nextSequence(), content: .notModified(nil),
            next: next, serverTime: now)
        return try walk.confirm(page, walk: number, now: now)
    }

    /// Writes a page of changes.
    @discardableResult
    func writeDelta(_ items: [TestItem], place: DeltaPlace = .tail) throws -> PageResult {
        let (page, decoded) = TestItem.listPage(items, sequence: nextSequence())
        return try walk.writeDelta(page, decoded, place: place, now: now)
    }

    var ids: [String] {
        get throws {
            try database.read(source: "test") { reader in
                var ids: [String] = []
                try reader.list("list").forEach { _, item in ids.append(item.key) }
                return ids
            }
        }
    }

    var inconsistencies: [String] {
        get throws { try database.read { try $0.checkIntegrity() } }
    }
}

/// An item of a made-up page.
struct TestItem: Equatable {
    var id: String
    var version: Int?
    var isTombstone = false
    var title = ""

    init(_ id: String, version: Int? = 1, isTombstone: Bool = false, title: String = "") {
        self.id = id
        self.version = version
        self.isTombstone = isTombstone
        self.title = title
    }

    var payload: String {
        let version = version.map { ",\"v\":\($0)" } ?? ""
        return "{\"id\":\"\(id)\"\(version),\"title\":\"\(title)\"\(isTombstone ? ",\"deleted\":true" : "")}"
    }

    /// A page of a list with these items.
    static func listPage(
        _ items: [TestItem], address: String = "list", answeredBy: String = "list", sequence: Int64,
        etag: String? = nil, next: String? = nil, total: Int? = nil, isTotalInBody: Bool = true,
        made: Instant? = nil
    ) -> (ListPage, DecodedPage) {
        let decoded = page(items)
        let page = ListPage(
            address: address, answeredBy: answeredBy, sequence: sequence, content: .items(decoded),
            validator: Validator(etag: etag, lastModified: nil), next: next.map { .page($0) } ?? .end, total: total,
            isTotalInBody: isTotalInBody, serverTime: Instant(seconds: sequence), made: made)
        return (page, decoded)
    }

    static func page(_ items: [TestItem]) -> DecodedPage {
        var body: [UInt8] = []
        let decoded = items.map { item in
            let start = body.count
            body += item.payload.utf8
            return DecodedItem(
                payload: start..<body.count, identity: .id(item.id), versionText: item.version.map(String.init),
                version: item.version.map { .integer(Int128($0)) } ?? .none, isTombstone: item.isTombstone)
        }
        return DecodedPage(body: body, items: decoded)
    }
}

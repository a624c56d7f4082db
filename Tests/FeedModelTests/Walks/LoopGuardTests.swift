import FeedModel
import Testing

@Suite("The guard against lists without an end")
struct LoopGuardTests {
    private func page(_ items: [(id: String, version: Int)]) -> DecodedPage {
        DecodedPage(
            body: [],
            items: items.map {
                DecodedItem(
                    payload: 0..<0, identity: .id($0.id), versionText: "\($0.version)",
                    version: .integer(Int128($0.version)), isTombstone: false)
            })
    }

    @Test("an address that was asked for before is a loop, also before the walk was resumed")
    func addresses() throws {
        var loop = LoopGuard(addresses: [LoopGuard.digest(of: "list?page=1")])
        try loop.ask("list?page=2")
        #expect(throws: PaginationLoopError.addressSeenBefore) { try loop.ask("list?page=2") }
        #expect(throws: PaginationLoopError.addressSeenBefore) { try loop.ask("list?page=1") }
    }

    @Test("a page with the same IDs and versions, in any order, is a loop")
    func pages() throws {
        var loop = LoopGuard()
        try loop.receive(page([("1", 1), ("2", 1)]))
        #expect(throws: PaginationLoopError.pageSeenBefore) { try loop.receive(page([("2", 1), ("1", 1)])) }
    }

    @Test("the same IDs in other versions are another page")
    func versions() throws {
        var loop = LoopGuard()
        try loop.receive(page([("1", 1)]))
        try loop.receive(page([("1", 2)]))
        try loop.receive(page([("1", 3)]))
    }

    @Test("a hundred empty pages in a row are a loop; one with an item begins the count anew")
    func emptyPages() throws {
        var loop = LoopGuard()
        for _ in 1..<LoopGuard.mostEmptyPages { try loop.receive(page([])) }
        try loop.receive(page([("1", 1)]))
        for _ in 1..<LoopGuard.mostEmptyPages { try loop.receive(page([])) }
        #expect(throws: PaginationLoopError.tooManyEmptyPages(100)) { try loop.receive(page([])) }
    }
}

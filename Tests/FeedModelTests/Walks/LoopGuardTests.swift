import FeedModel
import Testing

@Suite("The guard against lists without an end")
struct LoopGuardTests {
    private func page(_ items: [String]) -> DecodedPage {
        var body: [UInt8] = []
        let items = items.map { item in
            body += Array(item.utf8)
            return DecodedItem(
                payload: body.count - item.utf8.count..<body.count, identity: .id("1"), versionText: nil,
                version: .none, isTombstone: false)
        }
        return DecodedPage(body: body, items: items)
    }

    @Test("an address that was asked for before is a loop, also before the walk was resumed")
    func addresses() throws {
        var loop = LoopGuard(addresses: [LoopGuard.digest(of: "list?page=1")])
        try loop.ask("list?page=2")
        #expect(throws: PaginationLoopError.addressSeenBefore) { try loop.ask("list?page=2") }
        #expect(throws: PaginationLoopError.addressSeenBefore) { try loop.ask("list?page=1") }
    }

    @Test("the same items, to the byte and in any order, are a loop when they come a third time, also after a resume")
    func pages() throws {
        let first = page(["a", "b"])
        var loop = LoopGuard()
        try loop.receive(first)
        try loop.receive(page(["b", "a"]))
        #expect(throws: PaginationLoopError.pageRepeated) { try loop.receive(first) }
        let digest = try #require(first.digest)
        var resumed = LoopGuard(pages: [digest, digest])
        #expect(throws: PaginationLoopError.pageRepeated) { try resumed.receive(first) }
    }

    @Test("the same IDs with other bytes are another page")
    func bytes() throws {
        var loop = LoopGuard()
        for part in 1...9 { try loop.receive(page(["\(part)"])) }
    }

    @Test("a hundred empty pages in a row are a loop; one with an item begins the count anew")
    func emptyPages() throws {
        var loop = LoopGuard()
        for _ in 1..<LoopGuard.mostEmptyPages { try loop.receive(page([])) }
        try loop.receive(page(["a"]))
        for _ in 1..<LoopGuard.mostEmptyPages { try loop.receive(page([])) }
        #expect(throws: PaginationLoopError.tooManyEmptyPages(100)) { try loop.receive(page([])) }
    }
}

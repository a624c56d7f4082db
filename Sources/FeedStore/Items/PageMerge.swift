import FeedModel

/// Reads a page against the cache and decides, item by item; writes nothing.
struct PageMerge {
    /// What the page says of each ID, in order of first mention.
    private(set) var items: [MergedItem] = []
    private(set) var counts = ItemCounts()
    private(set) var problems: [Problem] = []
    /// The greatest version on the page with its text, where there is a readable one.
    private(set) var greatest: (version: ItemVersion, text: String)?
    private(set) var mixesVersions = false

    let page: DecodedPage
    private let request: Int64

    init(_ page: DecodedPage, request: Int64, table: ItemTable) throws {
        self.page = page
        self.request = request
        items.reserveCapacity(page.items.count)
        var positions: [ItemKey: Int] = [:]
        positions.reserveCapacity(page.items.count)
        for (place, item) in page.items.enumerated() {
            guard case .id(let key) = item.identity else {
                reject(item)
                continue
            }
            noteVersion(item)
            let payload = page.body[item.payload]
            if let position = positions[ItemKey(key)] {
                try merge(item, at: place, into: position, table: table)
            } else {
                let found = try table.find(key, comparing: payload)
                let removed = found == nil ? try table.findRemoved(key) : nil
                positions[ItemKey(key)] = items.count
                items.append(
                    MergedItem(
                        key: key, stored: found?.item, removed: removed,
                        storedHasSameBytes: found?.hasSameBytes ?? false))
                try merge(item, at: place, into: items.count - 1, table: table)
            }
        }
    }

    /// Whether the page changes what is known: an item comes, goes or has other content.
    var hasChanges: Bool {
        items.contains { ($0.stored != nil) != $0.isLive || $0.isLive && $0.winner != nil }
    }

    /// Whether an ID stands on the page more than once.
    var hasDuplicates: Bool { items.contains { $0.mentions > 1 } }

    private mutating func merge(_ item: DecodedItem, at place: Int, into position: Int, table: ItemTable) throws {
        let stored = items[position].stored
        let before = items[position].known
        let decision = try items[position].merge(item, at: place, of: page, request: request) {
            try stored.map { try table.hasPayload($0.id, page.body[item.payload]) } ?? false
        }
        counts.count(decision)
        if decision == .stale { refuse(item, key: items[position].key, against: before) }
    }

    private mutating func noteVersion(_ item: DecodedItem) {
        guard let text = item.versionText else { return }
        if let greatest {
            mixesVersions = mixesVersions || !greatest.version.isSameKind(as: item.version)
            if item.version <= greatest.version { return }
        }
        greatest = (item.version, text)
    }

    /// Which items the page has, in any order; nil where it has none. The same page of an endless list has the same
    /// digest, also when counters inside its items moved on.
    var digest: Int64? {
        guard !page.items.isEmpty else { return nil }
        var sum: UInt64 = 0
        for item in items { sum &+= Self.hash(item.key.utf8) }
        for item in page.items {
            if case .rejected = item.identity { sum &+= Self.hash(page.body[item.payload]) }
        }
        return Int64(bitPattern: sum)
    }

    /// FNV-1a, 64 bits (Fowler, Noll and Vo; RFC 9923), with SplitMix64's finish so that sums of them spread as well.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    private mutating func reject(_ item: DecodedItem) {
        counts.rejected += 1
        guard case .rejected(let reason) = item.identity else { return }
        problems.append(Problem(kind: .rejected, message: reason.message, detail: text(item)))
    }

    private mutating func refuse(_ item: DecodedItem, key: String, against known: Merge.Known?) {
        let offered = item.versionText.map { "version \($0)" } ?? "a write without version"
        let held = known.map { $0.isLive ? "what is stored" : "its removal" } ?? "what is stored"
        let reason = known.map { item.version == $0.key.version } ?? false ? "an older request" : "a lower version"
        problems.append(
            Problem(kind: .stale, key: key, message: "\(offered) loses against \(held): \(reason)", detail: text(item)))
    }

    private func text(_ item: DecodedItem) -> String {
        String(decoding: page.body[item.payload].prefix(Problem.longestDetail), as: UTF8.self)
    }
}

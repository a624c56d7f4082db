import FeedModel

/// Reads a page against the cache and decides, item by item; writes nothing.
struct PageMerge {
    /// What the page says of each ID, in order of first mention.
    private(set) var items: [MergedItem] = []
    private(set) var counts = ItemCounts()
    private(set) var problems: [Problem] = []
    /// The greatest version on the page with its text, where there is a readable one.
    private(set) var greatest: (version: ItemVersion, text: String)?
    private(set) var deltaStart: (version: ItemVersion, text: String)?
    private(set) var mixesVersions = false

    let page: DecodedPage
    private let request: Int64
    private let serverTime: Instant
    private let floor: WriteSequence?

    /// - Parameter serverTime: when the server answered, by its own clock.
    init(
        _ page: DecodedPage, request: Int64, serverTime: Instant, acceptingOlderSince floor: WriteSequence? = nil,
        table: ItemTable
    ) throws {
        (self.page, self.request, self.serverTime, self.floor) = (page, request, serverTime, floor)
        items.reserveCapacity(page.items.count)
        var mentioned = MentionedKeys()
        defer { table.lookup.stop() }
        for (place, item) in page.items.enumerated() {
            guard case .id(let key) = item.identity else {
                reject(item)
                continue
            }
            noteVersion(item)
            let merged: MergedItem
            if let known = mentioned.item(key, among: items) {
                merged = known
            } else {
                let found = try table.lookup.find(key, comparing: page.body[item.payload], without: page.ignored)
                let removed = found == nil ? try table.findRemoved(key) : nil
                merged = MergedItem(key: key, found: found, removed: removed)
                items.append(merged)
                mentioned.add(merged)
            }
            try merge(item, at: place, into: merged, table: table)
            if merged.mentions == 2 { noteRepeat(of: item, key: key, first: page.items[merged.first]) }
        }
        for item in items where item.mentions > 1 { try settle(item, table: table) }
        counts.rejected = page.rejectedCount
    }

    /// Whether the page changes what is known: an item comes, goes or has other content.
    var hasChanges: Bool {
        items.contains { ($0.stored != nil) != $0.isLive || $0.isLive && $0.winner != nil }
    }

    /// What the page's items have where versions and deletion marks should be, said once for all of them.
    var oddFields: [Problem] {
        let faults = page.items.reduce(into: ItemFaults()) { $0.formUnion($1.faults) }
        let isBare = !page.items.isEmpty && page.items.allSatisfy { $0.faults.contains(.noVersion) }
        return [
            isBare ? "no item of a page has anything at the path of its version: is `version` right?" : nil,
            faults.contains(.oddVersion)
                ? "the version of some items is neither a number nor a date: they count as without one" : nil,
            faults.contains(.oddMark)
                ? "the deletion mark of some items says neither yes nor no: they count as not deleted" : nil,
        ].compactMap { $0.map { Problem(kind: .versions, message: $0) } }
    }

    var hasDuplicates: Bool { items.contains { $0.mentions > 1 } }

    private mutating func merge(_ item: DecodedItem, at place: Int, into merged: MergedItem, table: ItemTable) throws {
        let before = merged.known
        let decision = try merged.merge(item, at: place, of: page, request: request, acceptingOlderSince: floor) {
            try merged.stored.map {
                try table.hasPayload($0.id, page.body[item.payload], without: page.ignored)
            } ?? false
        }
        counts.count(decision)
        if decision == .stale { refuse(item, key: merged.key, against: before) }
    }

    /// Mentions that replace each other change nothing where the last one brings what is stored.
    private mutating func settle(_ item: MergedItem, table: ItemTable) throws {
        guard item.isLive, item.updates > 0, let stored = item.stored, let winner = item.winner,
            try table.hasPayload(stored.id, page.body[page.items[winner].payload], without: page.ignored)
        else { return }
        item.keepStored()
        counts.updated -= item.updates
        counts.stale += item.updates - 1
        counts.unchanged += 1
    }

    /// An ID that is twice in one answer, with different content, is a mistake of the manifest.
    private mutating func noteRepeat(of item: DecodedItem, key: String, first: DecodedItem) {
        guard !page.areSame(page.body[first.payload], page.body[item.payload]) else { return }
        problems.append(
            Problem(
                kind: .manifest, key: key,
                message: "the ID is twice in one answer, with different content: is `id` right?",
                detail: String((text(first) + "\n" + text(item)).prefix(Problem.longestDetail))))
    }

    private mutating func noteVersion(_ item: DecodedItem) {
        guard let text = item.versionText else { return }
        if let greatest { mixesVersions = mixesVersions || !greatest.version.isSameKind(as: item.version) }
        if greatest.map({ item.version > $0.version }) ?? true { greatest = (item.version, text) }
        guard deltaStart.map({ item.version > $0.version }) ?? true,
            DeltaStartRule.admits(item.version, at: serverTime)
        else { return }
        deltaStart = (item.version, text)
    }

    private mutating func reject(_ item: DecodedItem) {
        guard case .rejected(let reason) = item.identity else { return }
        problems.append(Problem(kind: .rejected, message: reason.message, detail: text(item)))
    }

    private mutating func refuse(_ item: DecodedItem, key: String, against known: Merge.Known?) {
        let offered = item.versionText.map { "version \($0)" } ?? "a write without version"
        let held = known.map { $0.isLive ? "what is stored" : "its removal" } ?? "what is stored"
        problems.append(
            Problem(
                kind: .stale, key: key, message: "\(offered) loses against \(held): \(Self.reason(item, known))",
                detail: text(item)))
    }

    private static func reason(_ item: DecodedItem, _ known: Merge.Known?) -> String {
        guard let known, item.version == known.key.version else { return "a lower version" }
        return known.state == .tombstone && !item.isTombstone
            ? "a deletion outranks content of the same version" : "an older request"
    }

    private func text(_ item: DecodedItem) -> String {
        String(decoding: page.body[item.payload].prefix(Problem.longestDetail), as: UTF8.self)
    }
}

/// The items that a page has mentioned so far, by their keys. Keys that come in order are not hashed.
struct MentionedKeys {
    /// Before the least and after the greatest of them; nil while there is none.
    private var gaps: (before: KeyGap, after: KeyGap)?
    /// Made when a key comes that is in neither gap.
    private var items: [ExactText: MergedItem]?

    /// Whether a key may be one of them, as far as that is known without a hash.
    func mayHave(_ key: String) -> Bool {
        guard let gaps else { return false }
        return !gaps.before.contains(key) && !gaps.after.contains(key)
    }

    /// The item of a key among `added`, which are those that were added; nil where there is none.
    mutating func item(_ key: String, among added: [MergedItem]) -> MergedItem? {
        guard mayHave(key) else { return nil }
        if items == nil {
            items = [:]
            for item in added { items?[ExactText(item.key)] = item }
        }
        return items?[ExactText(key)]
    }

    mutating func add(_ item: MergedItem) {
        let key = item.key
        if gaps == nil { gaps = (KeyGap(from: nil, to: key), KeyGap(from: key, to: nil)) }
        gaps?.before.add(key)
        gaps?.after.add(key)
        items?[ExactText(key)] = item
    }
}

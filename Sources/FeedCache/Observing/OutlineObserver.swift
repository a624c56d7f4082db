package import FeedModel
import FeedStore

/// Looks at the whole feed now and then, and reports what changed since it looked last, as `FeedChanges` does, but
/// remembers an outline: payloads are read for requested rows only.
package struct OutlineObserver: Sendable {
    private let cache: FeedEngine
    private let commits: Commits
    private var seen: Int64?
    private var outline = OutlinedFeed(run: nil, sections: [])

    package init(_ cache: FeedEngine) { (self.cache, commits) = (cache, Commits(of: cache.database)) }

    package mutating func remember() throws { _ = try look { _ in } }

    /// What changed since the last look, as `tell` puts it; nil where nothing did.
    ///
    /// Without a write since, it costs one pragma; else all rows are read, one at a time, and compared. Where `tell` throws,
    /// the change is reported again.
    package mutating func look<Value>(_ tell: (OutlinedChange) throws -> Value) throws -> Value? {
        // Asked before the feed is read: what is committed in between is looked at once more, and never missed.
        let version = try commits.version()
        guard version != seen else { return nil }
        let before = outline
        let (next, value) = try cache.read { snapshot -> (OutlinedFeed, Value?) in
            let next = try snapshot.outline()
            let changes = Changeset(from: before.sections, to: next.sections)
            guard !changes.isEmpty else { return (next, nil) }
            let change = try OutlinedChange(changes: changes, before: before, after: next, snapshot: snapshot)
            return (next, try tell(change))
        }
        seen = version
        outline = next
        return value
    }
}

/// What changed between two outlines. It is valid inside the closure that `OutlineObserver.look` hands it to.
package struct OutlinedChange {
    package struct Row {
        package let isAd: Bool
        package let id: String
        /// Its bytes as the server sent them; nil where they are no longer known.
        package let payload: String?

        package init(isAd: Bool, id: String, payload: String?) {
            (self.isAd, self.id, self.payload) = (isAd, id, payload)
        }

        package init(_ row: FeedRow) {
            let isAd = if case .ad = row { true } else { false }
            self.init(isAd: isAd, id: row.id.text, payload: row.payload)
        }
    }

    package let changes: Changeset
    private let before: OutlinedFeed
    private let after: OutlinedFeed
    private let lists: [String: ItemList]

    init(changes: Changeset, before: OutlinedFeed, after: OutlinedFeed, snapshot: FeedSnapshot) throws {
        (self.changes, self.before, self.after) = (changes, before, after)
        let names = Set((before.sections + after.sections).compactMap(\.section.collection))
        lists = Dictionary(uniqueKeysWithValues: try names.map { ($0, try snapshot.reader.list($0)) })
    }

    package var run: Int64? { after.run }
    package var sectionsBefore: [Section] { before.sections.map(\.section) }
    package var sectionsAfter: [Section] { after.sections.map(\.section) }

    package func rowAfter(_ position: RowPosition) throws -> Row {
        try row(position, in: after) { list, key, _ in try list.item(key)?.payload }
    }

    /// The row at a position of the feed as it was. Its payload is known as long as the history of the runs since is
    /// kept. It may not be where a run was under way when the feed was looked at, or where the manifest has another
    /// `id` since.
    package func rowBefore(_ position: RowPosition) throws -> Row {
        try row(position, in: before) { list, key, mark in
            // The run may have been under way: what it changed later is in the history under its own number.
            try list.payloads(of: key, since: (before.run ?? 1) - 1).first(where: mark.isOf(payload:))
        }
    }

    package func isOlder(_ position: RowPosition) throws -> Bool {
        let section = before.sections[position.section]
        guard case .listed(let key, _) = section.rows[position.row],
            let list = section.section.collection.flatMap({ lists[$0] })
        else { return false }
        return try list.record(of: key)?.isOlder ?? false
    }

    private func row(
        _ position: RowPosition, in outline: OutlinedFeed, payload: (ItemList, String, ContentMark) throws -> String?
    ) throws -> Row {
        let section = outline.sections[position.section]
        switch section.rows[position.row] {
        case .whole(let row): return Row(row)
        case .listed(let key, let mark):
            let list = section.section.collection.flatMap { lists[$0] }
            return Row(isAd: false, id: key, payload: try list.flatMap { try payload($0, key, mark) })
        }
    }
}

package import FeedModel
import FeedStore

extension FeedSnapshot {
    /// The whole feed as it was on screen at the end of a run, without ads.
    ///
    /// - Parameter run: a run of the ledger; 0 for before the first one.
    /// - Throws: `UnknownNameError` for a run that is not, or no longer, in the ledger.
    package func feed(asOf run: Int64) throws -> ComposedFeed {
        guard try run == 0 || reader.hasRun(run) else {
            throw UnknownNameError(kind: .run, name: "\(run)", known: try runs(limit: 5).map { "\($0.run)" })
        }
        return ComposedFeed(
            run: run,
            sections: try sections(asOf: run).map { section in
                let rows = try pastContent(of: section, asOf: run).enumerated().map { index, item in
                    ComposedRow.content(index: index, key: item.key, version: item.version, payload: item.payload)
                }
                return ComposedSection(section: section, rowCount: rows.count, firstRow: 0, rows: rows)
            })
    }

    private func pastContent(of section: Section, asOf run: Int64) throws -> [CachedItem] {
        guard hasContent(section) else { return [] }
        switch section.content {
        case .inline: return try content(of: section, offset: 0, limit: .max)
        case .collection(let name):
            var items: [CachedItem] = []
            try pastList(name).forEach(asOf: run) { items.append($0) }
            return items
        }
    }
}

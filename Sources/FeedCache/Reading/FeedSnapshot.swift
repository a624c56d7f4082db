package import FeedModel
import FeedSource
package import FeedStore

/// The cache at one moment: all that is read through one snapshot belongs together, whatever a sync writes meanwhile.
///
/// It is valid inside the closure that `FeedEngine.read` hands it to.
package struct FeedSnapshot {
    package let reader: FeedReader
    let manifest: Manifest
    package let assetFolder: AssetFolder
    let now: Instant
    private let parsed = ParsedSections()

    /// The sections as they are now, kept once they were parsed.
    private final class ParsedSections {
        var sections: [Section]?
    }

    // MARK: Collections

    package func list(_ name: String) throws -> ItemList {
        try reader.list(manifest.collection(name).name)
    }

    package func record(of key: String, in collection: String) throws -> ItemRecord {
        guard let record = try list(collection).record(of: key) else { throw UnknownNameError(kind: .item, name: key) }
        return record
    }

    package func status() throws -> [CollectionStatus] {
        try manifest.collections.map { try reader.status(of: $0.name) }
    }

    func lastSuccesses() throws -> [Instant?] {
        let successes = try reader.successes()
        return manifest.collections.map { successes[$0.name]?.at }
    }

    // MARK: Sections

    /// - Parameter run: as they stood at the end of that run; nil: now.
    package func sections(asOf run: Int64? = nil) throws -> [Section] {
        if run == nil, let sections = parsed.sections { return sections }
        let revision = manifest.sections == nil ? nil : try reader.sectionRevision(asOf: run ?? .max)
        let sections =
            try revision.flatMap(config)?.sections ?? manifest.collections.map { Section.implicit(for: $0.name) }
        if run == nil { parsed.sections = sections }
        return sections
    }

    /// The list that a section shows; nil where it has its items itself, or the manifest does not have the list.
    func spec(of section: Section) -> CollectionSpec? {
        manifest.collections.first { ExactText($0.name) == section.collection.map(ExactText.init) }
    }

    /// What a revision arranges; nil where it came under another shape of the manifest than there is now.
    func config(of revision: SectionRevision) throws -> SectionConfig? {
        let body = Array(revision.body.utf8)
        do throws(SectionConfigError) {
            return try SectionConfig(body, shape: manifest.sectionShape)
        } catch {
            if case .malformed = error { throw error }
            return try? SectionConfig(body)
        }
    }

    package func section(_ id: String) throws -> Section {
        let sections = try sections()
        guard let section = sections.section(id: id) else {
            throw UnknownNameError(kind: .section, name: id, known: sections.map(\.id))
        }
        return section
    }

    package func sectionsWait() throws -> CollectionWait? {
        try manifest.sections == nil ? nil : reader.sectionSyncState().wait
    }

    package func contentCount(of section: Section) throws -> Int {
        try sectionContent(of: section).count
    }

    func sectionContent(of section: Section) throws -> SectionContent {
        guard hasContent(section) else { return SectionContent(inline: []) }
        return switch section.content {
        case .inline(let items): SectionContent(inline: items)
        case .collection(let name): try SectionContent(list: reader.list(name))
        }
    }

    package func rows(of section: Section) throws -> SectionRows {
        try SectionRows(section, policy: slotPolicy(of: section), in: self)
    }

    package func rows(of section: Section, offset: Int, limit: Int) throws -> FeedSection {
        try rows(of: section).window(offset: offset, limit: limit)
    }

    // MARK: Past

    /// The feed as it was on screen at the end of a run, without ads.
    ///
    /// Payloads are read of the rows in the windows alone; the rest costs what happened since the run.
    ///
    /// - Parameter run: a run of the ledger; 0 for before the first one.
    package func feed(asOf run: Int64, windows: FeedWindows = FeedWindows()) throws -> FeedScreen {
        guard try run == 0 || reader.hasRun(run) else {
            throw UnknownNameError(kind: .run, name: "\(run)", known: try reader.runs(limit: 5).map { "\($0.run)" })
        }
        var lists: [String: PastList] = [:]
        return FeedScreen(
            run: run,
            sections: try sections(asOf: run).map { section in
                let window = windows[SectionID(section.id)]
                let (items, count) = try pastContent(of: section, asOf: run, in: window, &lists)
                let rows = items.enumerated().map { FeedRow($1, at: window.lowerBound + $0) }
                return FeedSection(section: section, rowCount: count, firstRow: window.lowerBound, rows: rows)
            })
    }

    /// - Parameter lists: those that were read before, for sections that show the same one.
    private func pastContent(
        of section: Section, asOf run: Int64, in window: Range<Int>, _ lists: inout [String: PastList]
    ) throws -> (items: [FeedItem], count: Int) {
        guard hasContent(section) else { return ([], 0) }
        guard case .collection(let name) = section.content else {
            let content = try sectionContent(of: section)
            return (try content.window(offset: window.lowerBound, limit: window.count), content.count)
        }
        let list = try lists[name] ?? PastList(reader.list(name), asOf: run)
        lists[name] = list
        return (try list.window(window), list.count)
    }

    // MARK: Ledger

    package func lastRun() throws -> Int64? {
        try reader.runs(limit: 1).first?.run
    }

    /// How fresh the cache is: cheap enough to be asked all the time, however much is cached.
    ///
    /// - Returns: when the collection that was synced longest ago was last as the server has it, nil where one never was;
    ///   and whether the last run reached no server at all. One that was stopped says nothing about it.
    package func recency() throws -> (oldestSuccess: Instant?, isOffline: Bool) {
        let successes = try lastSuccesses()
        let reports = try reader.runs(limit: 1).first?.collections ?? []
        let failures = reports.compactMap(\.failure)
        return (
            oldestSuccess: successes.contains(nil) ? nil : successes.compactMap(\.self).min(),
            isOffline: reports.allSatisfy { $0.outcome == .failed } && failures.count == reports.count
                && failures.areUnreached
        )
    }
}

extension Sequence<Section> {
    package func section(id: String) -> Section? {
        let key = ExactText(id)
        return first { ExactText($0.id) == key }
    }
}

package import FeedModel
import FeedSource
package import FeedStore

/// The cache at one moment: all that is read through one snapshot belongs together, whatever a sync writes meanwhile.
///
/// It is valid inside the closure that `FeedEngine.read` hands it to.
package struct FeedSnapshot {
    let reader: FeedReader
    let manifest: Manifest
    /// When it was taken.
    let now: Instant
    private let parsed = ParsedSections()

    /// The sections as they are now, kept once they were parsed.
    private final class ParsedSections {
        var sections: [Section]?
    }

    init(reader: FeedReader, manifest: Manifest, now: Instant) {
        self.reader = reader
        self.manifest = manifest
        self.now = now
    }

    // MARK: Collections

    /// A collection of the manifest in display order.
    ///
    /// - Throws: `UnknownNameError` for a name that is not in the manifest.
    package func list(_ name: String) throws -> ItemList {
        try reader.list(try collection(name))
    }

    /// What is known of one item, live or removed.
    ///
    /// - Throws: `UnknownNameError` for a collection or an ID that was never seen.
    package func record(of key: String, in collection: String) throws -> ItemRecord {
        guard let record = try list(collection).record(of: key) else { throw UnknownNameError(kind: .item, name: key) }
        return record
    }

    /// The state of every collection, in manifest order.
    package func status() throws -> [CollectionStatus] {
        try manifest.collections.map { try reader.status(of: $0.name) }
    }

    /// When each collection was last as the server has it, in manifest order.
    func lastSuccesses() throws -> [Instant?] {
        let successes = try reader.successes()
        return manifest.collections.map { successes[$0.name]?.at }
    }

    /// A list that the section config names, whether the manifest has it or not.
    func pastList(_ name: String) throws -> ItemList {
        try reader.list(name)
    }

    private func collection(_ name: String) throws -> String {
        let known = manifest.collections.map(\.name)
        guard known.contains(name) else { throw UnknownNameError(kind: .collection, name: name, known: known) }
        return name
    }

    // MARK: Sections

    /// The sections in the order of the screen: the server's, else one for each collection.
    ///
    /// - Parameter run: as they stood at the end of that run; nil: now.
    package func sections(asOf run: Int64? = nil) throws -> [Section] {
        if run == nil, let sections = parsed.sections { return sections }
        let sections = try parseSections(asOf: run)
        if run == nil { parsed.sections = sections }
        return sections
    }

    private func parseSections(asOf run: Int64?) throws -> [Section] {
        guard manifest.sections != nil, let revision = try reader.sectionRevision(asOf: run),
            let config = try config(of: revision)
        else { return manifest.collections.map { Section.implicit(for: $0.name) } }
        return config.sections
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

    /// The arrangements the server sent, the newest first.
    package func sectionRevisions(limit: Int) throws -> [SectionRevision] {
        try reader.sectionRevisions(limit: limit)
    }

    package func sectionRevisionCount() throws -> Int {
        try reader.sectionRevisionCount()
    }

    /// The section of that ID.
    package func section(_ id: String) throws -> Section {
        let sections = try sections()
        guard let section = sections.section(id: id) else {
            throw UnknownNameError(kind: .section, name: id, known: sections.map(\.id))
        }
        return section
    }

    /// Until when the section config is not asked for, and why; nil: the next sync asks for it.
    package func sectionsWait() throws -> CollectionWait? {
        try manifest.sections == nil ? nil : reader.sectionsWait()
    }

    package func contentCount(of section: Section) throws -> Int {
        try sectionContent(of: section).count
    }

    /// Content items of a section from `offset` on, `limit` at most.
    package func content(of section: Section, offset: Int, limit: Int) throws -> [FeedItem] {
        try sectionContent(of: section).window(offset: offset, limit: limit)
    }

    func sectionContent(of section: Section) throws -> SectionContent {
        guard hasContent(section) else { return SectionContent(inline: []) }
        return switch section.content {
        case .inline(let items): SectionContent(inline: items)
        case .collection(let name): try SectionContent(list: reader.list(name))
        }
    }

    package func rows(of section: Section) throws -> SectionRows {
        try SectionRows(section, in: self)
    }

    /// Rows of a section as they are shown, from `offset` on, `limit` at most; both are 0 and up.
    package func rows(of section: Section, offset: Int, limit: Int) throws -> FeedSection {
        try rows(of: section).window(offset: offset, limit: limit)
    }

    // MARK: Ledger

    package func runs(limit: Int) throws -> [RunRecord] {
        try reader.runs(limit: limit)
    }

    package func runCount() throws -> Int {
        try reader.runCount()
    }

    /// What was rejected, refused or doubted, the last seen first.
    package func problems(in collection: String? = nil, limit: Int) throws -> [ProblemRecord] {
        try reader.problems(collection: try collection.map(self.collection), limit: limit)
    }

    package func problemCount(in collection: String? = nil) throws -> Int {
        try reader.problemCount(collection: try collection.map(self.collection))
    }

    /// The number of the last run, nil before the first.
    package func lastRun() throws -> Int64? {
        try runs(limit: 1).first?.run
    }

    // MARK: Events

    /// The last impressions and taps, the newest last.
    ///
    /// - Parameters:
    ///   - isPending: only those that wait for delivery.
    ///   - limit: how many at most.
    package func events(isPending: Bool = false, limit: Int) throws -> [EventRecord] {
        try reader.events(isPending: isPending, limit: limit)
    }

    package func outbox() throws -> OutboxState {
        try reader.outbox()
    }

    // MARK: Consistency

    /// Damage and impossible states, empty where all is well.
    package func checkIntegrity() throws -> [String] {
        try reader.snapshot.checkIntegrity()
    }
}

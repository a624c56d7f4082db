import FeedModel
import FeedSource
import FeedStore

/// The cache at one moment: all that is read through one snapshot belongs together, whatever a sync writes meanwhile.
///
/// It is valid inside the closure that `FeedCache.read` hands it to.
public struct FeedSnapshot {
    let reader: FeedReader
    let manifest: Manifest
    /// What the database calls the source.
    let source: String
    /// When it was taken.
    let now: Instant

    init(reader: FeedReader, manifest: Manifest, source: String, now: Instant) {
        self.reader = reader
        self.manifest = manifest
        self.source = source
        self.now = now
    }

    // MARK: Collections

    /// A collection of the manifest in display order.
    ///
    /// - Throws: `UnknownName` for a name that is not in the manifest.
    public func list(_ name: String) throws -> ItemList {
        try reader.list(try collection(name), source: source)
    }

    /// What is known of one item, live or removed.
    ///
    /// - Throws: `UnknownName` for a collection or an ID that was never seen.
    public func record(of key: String, in collection: String) throws -> ItemRecord {
        guard let record = try list(collection).record(of: key) else { throw UnknownName(kind: .item, name: key) }
        return record
    }

    /// The state of every collection, in manifest order.
    public func status() throws -> [CollectionStatus] {
        try manifest.collections.map { try reader.status(of: $0.name, source: source) }
    }

    /// When each collection was last as the server has it, in manifest order.
    func lastSuccesses() throws -> [Instant?] {
        let successes = try reader.lastSuccesses(source: source)
        return manifest.collections.map { successes[$0.name] }
    }

    /// A list that the section config names, whether the manifest has it or not.
    func pastList(_ name: String) throws -> ItemList {
        try reader.list(name, source: source)
    }

    private func collection(_ name: String) throws -> String {
        let known = manifest.collections.map(\.name)
        guard known.contains(name) else { throw UnknownName(kind: .collection, name: name, known: known) }
        return name
    }

    // MARK: Sections

    /// The sections in the order of the screen: the server's, else one for each collection.
    ///
    /// - Parameter run: as they stood at the end of that run; nil: now.
    public func sections(asOf run: Int64? = nil) throws -> [Section] {
        let revisions = try sectionRevisions(limit: run == nil ? 1 : .max)
        let standing = revisions.first { revision in run.map { revision.run <= $0 } ?? true }
        guard manifest.sections != nil, let standing else {
            return manifest.collections.map { Section.implicit(for: $0.name) }
        }
        return try SectionConfig(Array(standing.body.utf8)).sections
    }

    /// The arrangements the server sent, the newest first.
    public func sectionRevisions(limit: Int) throws -> [SectionRevision] {
        try reader.sectionRevisions(source: source, limit: limit)
    }

    /// How many arrangements are kept.
    public func sectionRevisionCount() throws -> Int {
        try reader.sectionRevisionCount(source: source)
    }

    /// The section of that ID.
    ///
    /// - Throws: `UnknownName`.
    public func section(_ id: String) throws -> Section {
        let sections = try sections()
        guard let section = sections.first(where: { $0.id == id }) else {
            throw UnknownName(kind: .section, name: id, known: sections.map(\.id))
        }
        return section
    }

    /// Until when the section config is not asked for, and why; nil: the next sync asks for it.
    public func sectionsWait() throws -> CollectionWait? {
        try manifest.sections == nil ? nil : reader.sectionsWait(source: source)
    }

    /// How many content items a section has.
    public func contentCount(of section: Section) throws -> Int {
        try sectionContent(of: section).count
    }

    /// Content items of a section from `offset` on, `limit` at most.
    public func content(of section: Section, offset: Int, limit: Int) throws -> [CachedItem] {
        try sectionContent(of: section).window(offset: offset, limit: limit)
    }

    func sectionContent(of section: Section) throws -> SectionContent {
        guard hasContent(section) else { return SectionContent(inline: []) }
        return switch section.content {
        case .inline(let items): SectionContent(inline: items)
        case .collection(let name): try SectionContent(list: reader.list(name, source: source))
        }
    }

    /// The rows of a section as they are shown: content and ads.
    public func rows(of section: Section) throws -> SectionRows {
        try SectionRows(section, in: self)
    }

    /// Rows of a section as they are shown, from `offset` on, `limit` at most; both are 0 and up.
    public func rows(of section: Section, offset: Int, limit: Int) throws -> FeedSection {
        try rows(of: section).window(offset: offset, limit: limit)
    }

    // MARK: Ledger

    /// The last runs, the newest first.
    public func runs(limit: Int) throws -> [RunRecord] {
        try reader.runs(source: source, limit: limit)
    }

    /// How many runs the ledger holds.
    public func runCount() throws -> Int {
        try reader.runCount(source: source)
    }

    /// What was rejected, refused or doubted, the last seen first.
    public func problems(in collection: String? = nil, limit: Int) throws -> [ProblemRecord] {
        try reader.problems(source: source, collection: try collection.map(self.collection), limit: limit)
    }

    /// How many problems there are in all.
    public func problemCount(in collection: String? = nil) throws -> Int {
        try reader.problemCount(source: source, collection: try collection.map(self.collection))
    }

    /// The number of the last run, nil before the first.
    public func lastRun() throws -> Int64? {
        try runs(limit: 1).first?.run
    }

    // MARK: Consistency

    /// Damage and impossible states, empty where all is well.
    public func findInconsistencies() throws -> [String] {
        try reader.findInconsistencies()
    }
}

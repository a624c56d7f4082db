import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import FeedStore
import TerminalKit

struct SectionsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sections", abstract: "Show how the server arranges the screen.")
    static let example = "sections --history"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Flag(help: "Every arrangement the server sent, the newest first.")
    var history = false

    @Option(help: "How many at most; without it all, but of a history that people read 20.")
    var limit: Int?

    func validate() throws {
        guard limit ?? 0 >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        if history {
            try showHistory(of: cache, shell)
            return .done
        }
        let sections = try cache.read { snapshot in
            try snapshot.sections().map { ($0, try snapshot.contentCount(of: $0)) }
        }
        let shown = sections.prefix(limit ?? .max).enumerated()
        let listing = Listing(
            shown.map { PlacedSection(number: $0 + 1, section: $1.0, items: $1.1) }, fields: PlacedSection.fields,
            columns: [
                .number("#"), .text("id", isFlexible: true), .text("type"), .text("title", isFlexible: true),
                .text("layout"), .text("from"), .number("items"), .text("ads", isFlexible: true),
            ]
        ) { placed in
            let section = placed.section
            return [
                "\(placed.number)", section.id, section.type, section.title, section.layout,
                section.collection ?? "(inline)", "\(placed.items)", section.ads ?? "",
            ]
        }
        try shell.show(listing, shared, rest: max(0, sections.count - (limit ?? .max)))
        return .done
    }

    private func showHistory(of cache: FeedEngine, _ shell: Shell) throws {
        let limit = limit ?? (shared.mode.isForPeople ? 20 : .max)
        let (revisions, count) = try cache.read { snapshot in
            (try snapshot.sectionRevisions(limit: limit), try snapshot.sectionRevisionCount())
        }
        let listing = Listing(
            revisions, fields: SectionRevision.fields,
            columns: [.number("revision"), .number("run"), .text("at"), .text("sections", isFlexible: true)]
        ) { revision in
            let config = try? SectionConfig(Array(revision.body.utf8), shape: cache.manifest.sectionShape)
            return [
                "\(revision.number)", "\(revision.run)", revision.at.description,
                config?.sections.map(\.id).joined(separator: ", ") ?? "",
            ]
        }
        try shell.show(
            listing, shared, note: count == 0 ? "the server has arranged nothing yet" : nil,
            rest: count - revisions.count)
    }
}

struct PlacedSection {
    /// From 1.
    let number: Int
    let section: Section
    let items: Int

    /// An element of `sections --json`.
    static let fields: Fields<PlacedSection> = [
        Field("id") { .string($0.section.id) }, Field("type") { .string($0.section.type) },
        Field("title") { .string($0.section.title) }, Field("layout") { .string($0.section.layout) },
        Field("collection") { .text($0.section.collection) }, Field("items") { .number($0.items) },
        Field("ads") { $0.section.ads.map(JSONValue.verbatim) ?? .null },
        Field("payload") { .verbatim($0.section.payload) },
    ]
}

extension SectionRevision {
    /// An element of `sections --history --json`.
    static let fields: Fields<SectionRevision> = [
        Field("revision") { .number($0.number) }, Field("run") { .integer($0.run) }, Field("at") { .time($0.at) },
        Field("config") { .verbatim($0.body) },
    ]
}

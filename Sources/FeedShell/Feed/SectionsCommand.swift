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
        if history { return try showHistory(of: cache, shell) }
        let sections = try cache.read { snapshot in
            try snapshot.sections().map { ($0, try snapshot.contentCount(of: $0)) }
        }
        let shown = sections.prefix(limit ?? .max).enumerated()
        let listing = Listing(
            shown.map { PlacedSection(number: $0 + 1, section: $1.0, items: $1.1) }, fields: PlacedSection.fields)
        return try shell.show(listing, shared, rest: max(0, sections.count - (limit ?? .max)))
    }

    private func showHistory(of cache: FeedEngine, _ shell: Shell) throws -> ExitStatus {
        let limit = limit ?? (shared.mode.isForPeople ? 20 : .max)
        let (revisions, count) = try cache.read { snapshot in
            (try snapshot.reader.sectionRevisions(limit: limit), try snapshot.reader.sectionRevisionCount())
        }
        return try shell.show(
            Listing(revisions, fields: SectionRevision.fields(of: cache.manifest.sectionShape)), shared,
            note: count == 0 ? "the server has arranged nothing yet" : nil,
            rest: count - revisions.count)
    }
}

struct PlacedSection {
    /// From 1.
    let number: Int
    let section: Section
    let items: Int

    static let fields: Fields<PlacedSection> = [
        .shown(.number("#")) { "\($0.number)" },
        Field("id", shown: .text("id", isFlexible: true)) { .string($0.section.id) },
        Field("type", shown: .text("type")) { .string($0.section.type) },
        Field("title", shown: .text("title", isFlexible: true)) { .string($0.section.title) },
        Field("layout", shown: .text("layout")) { .string($0.section.layout) },
        Field("collection", shown: .text("from"), as: { $0.section.collection ?? "(inline)" }) {
            .text($0.section.collection)
        },
        Field("items", shown: .number("items")) { .number($0.items) },
        Field("ads", shown: .text("ads", isFlexible: true), as: { $0.section.ads ?? "" }) {
            $0.section.ads.map(JSONValue.verbatim) ?? .null
        },
        Field("payload") { .verbatim($0.section.payload) },
    ]
}

extension SectionRevision {
    fileprivate static func fields(of shape: SectionShape) -> Fields<SectionRevision> {
        [
            Field("revision", shown: .number("revision")) { .number($0.number) },
            Field("run", shown: .number("run")) { .integer($0.run) }, Field("at", shown: .text("at")) { .time($0.at) },
            Field("config") { .verbatim($0.body) },
            .shown(.text("sections", isFlexible: true)) { revision in
                let config = try? SectionConfig(Array(revision.body.utf8), shape: shape)
                return config?.sections.map(\.id).joined(separator: ", ") ?? ""
            },
        ]
    }
}

import ArgumentParser
import FeedCache
import FeedModel
import FeedSlots
import FeedSource
import TerminalKit

struct AdsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ads", abstract: "Show or drop the ads of the sections.",
        subcommands: [AdsListCommand.self, AdsResetCommand.self], defaultSubcommand: AdsListCommand.self)
}

struct AdsListCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show each section's ad policy, its slots, and what became of its ads.")
    static let example = "ads --section ranking"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: ArgumentHelp("Only this section.", valueName: "section"), completion: .sections)
    var section: String?

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let all = try cache.read { snapshot in
            try (section.map { [try snapshot.section($0)] } ?? snapshot.sections()).map { try snapshot.ads(of: $0) }
        }
        return try shell.show(.array(all.map(\.json)), shared) {
            // What has no ads says nothing, unless it was asked.
            let shown = section == nil ? all.filter { $0.policy.hasSlots || !$0.notes.isEmpty } : all
            for (index, ads) in shown.enumerated() { try show(ads, isFirst: index == 0, shell) }
            if shown.isEmpty {
                try shell.output.line(
                    cache.manifest.ads == nil
                        ? "no ads: the manifest has no [ads] table" : "no ads: no section has an ad policy")
            }
        }
    }

    private func show(_ ads: SectionAds, isFirst: Bool, _ shell: Shell) throws {
        let style = shell.style(shared)
        let title = TerminalSanitizer.line(ads.section.title.isEmpty ? ads.section.id : ads.section.title)
        try shell.output.line(
            (isFirst ? "" : "\n") + style.bold(title) + style.dim("  \(TerminalSanitizer.line(ads.section.id))"))
        try shell.show("policy: \(ads.policy)", .plain, shared)
        for note in ads.notes { try shell.show("note: \(note)", .plain, shared) }
        guard ads.policy.hasSlots else { return }
        let assignments = ads.engine.assignments
        if !assignments.isEmpty { try shell.show(SlotAssignment.fields.table(of: assignments), shared) }
        try shell.show(summary(of: ads.engine), .plain, shared)
    }

    private func summary(of engine: SlotEngine) -> String {
        let seen = engine.assignments.count { $0.ad.countedAt != nil }
        var parts = ["\(engine.assignments.count) of \(engine.slotCount) slots filled, \(seen) seen"]
        if let held = engine.held { parts.append("ad “\(held.id)” waits for a slot below the screen") }
        if let retryAt = engine.backoff.retryAt {
            let fills = engine.backoff.failures == 1 ? "the last fill" : "the last \(engine.backoff.failures) fills"
            parts.append("\(fills) failed: none is asked for until \(retryAt)")
        }
        return parts.joined(separator: "; ")
    }
}

struct AdsResetCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Give up the ads in slots, so that new ones are asked for.",
        discussion: "What was counted as seen stays counted.")
    static let example = "ads reset --section ranking"

    @OptionGroup var shared: SharedOptions

    @Option(help: ArgumentHelp("Only this section.", valueName: "section"), completion: .sections)
    var section: String?

    func run(in shell: Shell) async throws -> ExitStatus {
        let count = try shell.cache(shared).resetAds(section: section)
        return try shell.show(.object([("dropped", .number(count))]), shared) {
            try shell.output.line("\(count.of("ad")) dropped")
        }
    }
}

extension SectionAds {
    /// An element of `ads --json`.
    fileprivate var json: JSONValue {
        .object([
            ("section", .string(section.id)), ("policy", .string(policy.description)),
            ("notes", .array(notes.map(JSONValue.string))), ("slots", .number(engine.slotCount)),
            ("assignments", .array(engine.assignments.map(SlotAssignment.fields.object))),
            ("held", .text(engine.held?.id)), ("failures", .number(engine.backoff.failures)),
            ("retry_at", .time(engine.backoff.retryAt)),
        ])
    }
}

extension SlotAssignment {
    fileprivate static let fields: Fields<SlotAssignment> = [
        Field("slot", shown: .number("slot")) { .number($0.slot) },
        Field("row", shown: .number("row"), as: { $0.row.map { "\($0)" } ?? "hidden" }) { .number($0.row) },
        Field("ad", shown: .text("ad")) { .string($0.ad.id) },
        .shown(.text("title", isFlexible: true)) { ItemSummary.title(of: $0.ad.payload) },
        Field("rule", shown: .text("rule"), as: { $0.rule.description }) { .string($0.rule.rawValue) },
        Field("asked") { .time($0.ad.requestedAt) },
        Field("arrived", shown: .text("arrived")) { .time($0.ad.loadedAt) },
        Field("placed") { .time($0.ad.placedAt) },
        Field("impression", shown: .text("seen"), as: { $0.ad.countedAt.map(\.description) ?? "not yet" }) {
            .time($0.ad.countedAt)
        },
        Field("payload") { .verbatim($0.ad.payload) },
    ]
}

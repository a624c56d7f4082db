import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct ClickThroughCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctr",
        abstract: "Show how often what was seen was tapped, and how sure that is.",
        discussion: """
            The rate is the part of the impressions that was tapped. An impression is a look: what left the screen and \
            came back is another, but for ads, which have one. A tap belongs to the look it was made in. Repeated taps \
            of one impression count once; taps without an impression, as before a row was seen long enough, are in no \
            rate. --compare pairs impressions of the two on the same row, since rows further up are tapped more, and \
            counts the pairs in which one of the two was tapped. Where a reader comes back to an item within half an \
            hour, or before the next sync, the first look alone is compared. Look at its verdict as often as you like: over all looks it claims a difference where \
            there is none 1 time in 20 at most. That holds if on each row an impression is tapped with the same \
            chance, whatever came before; what is seen next may depend on the taps. The test is a sequential one on \
            pairs (Wald 1945) with a mixture of alternatives (Robbins 1970); its intervals are confidence sequences \
            (Howard and others 2021). “aa-test” tries it on simulated readers.
            """)
    static let example = "ctr --compare ranking picks"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: "What to count by: section, item (also ads) or position.")
    var by: ClickThroughGrouping?

    @Option(
        help: ArgumentHelp("Only this section; with --compare, the one the two items are in.", valueName: "section"),
        completion: .sections)
    var section: String?

    @Option(help: "How many items and ads at most.")
    var limit: Int?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Two sections; with --section, two items or ads of it.", valueName: "section"),
        completion: .sections)
    var compare: [String] = []

    @Option(
        help: ArgumentHelp("How often the two of --compare should have been seen.", valueName: ExposureRatio.valueName))
    var ratio: ExposureRatio?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is 0 or more") }
        if !compare.isEmpty, Set(compare).count != 2 || compare.count != 2 {
            throw ValidationError("--compare takes two different names: --compare A B")
        }
        if !compare.isEmpty, by != nil || limit != nil {
            throw ValidationError("--compare goes with --section and --ratio only")
        }
        if compare.isEmpty, ratio != nil { throw ValidationError("--ratio goes with --compare only") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        try compare.isEmpty ? showCounts(shell) : showComparison(compare[0], compare[1], shell)
    }

    // MARK: Counts

    private func showCounts(_ shell: Shell) throws -> ExitStatus {
        let grouping = by ?? .section
        let limit = limit ?? (shared.mode.isForPeople ? 50 : .max)
        let lines = try shell.cache(shared).read { snapshot in
            try snapshot.clickThrough(by: grouping, in: section, limit: limit)
        }
        let table = ClickThroughTable(lines: lines, grouping: grouping, isOfOneSection: section != nil)
        return try shell.show(table.json, shared) {
            try shell.show(table.table, shared)
            for note in table.notes { try shell.show(note, .dim, shared) }
        }
    }

    // MARK: Comparison

    private func showComparison(_ first: String, _ second: String, _ shell: Shell) throws -> ExitStatus {
        let comparison = try shell.cache(shared).read { snapshot in
            try section.map { try snapshot.compareItems(first, second, in: $0) }
                ?? snapshot.compareSections(first, second)
        }
        let text = ComparisonText(
            comparison: comparison, names: (first, second), ratio: ratio ?? .even, areSections: section == nil)
        return try shell.show(text.json, shared) {
            try shell.show(text.table, shared)
            try shell.show(text.verdict, .bold, shared)
            for note in text.notes { try shell.show(note, .dim, shared) }
        }
    }
}

extension ClickThroughGrouping: ExpressibleByArgument {}

/// How often two groups should have been seen beside each other, as it is typed: `1:1`, `3:1`.
struct ExposureRatio: Sendable {
    let text: String
    /// The share of the first one: above 0 and below 1.
    let share: Double

    /// What the help shows for its value; messages about it go by this name.
    static let valueName = "m:n"
    static let even = ExposureRatio(text: "1:1", share: 0.5)
}

extension ExposureRatio: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Double(String($0)) }
        guard parts.count == 2, let first = parts[0], let second = parts[1],
            (1e-3...1e3).contains(first), (1e-3...1e3).contains(second)
        else { return nil }
        self.init(text: argument, share: first / (first + second))
    }

    var defaultValueDescription: String { text }
}

import ArgumentParser
import FeedCache
import FeedLab
import FeedModel
import FeedShell
import FeedSlots

struct SweepOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Try policies side by side: KEY=A..B or KEY=A,B,C for every, first, min_gap, ahead or max; may be repeated.",
            valueName: "key=values"))
    var sweep: [String] = []

    @Option(
        help: ArgumentHelp("With --sweep: how fast the user scrolls, such as 6/s.", valueName: ScrollSpeed.valueName))
    var scroll: ScrollSpeed?

    @Option(
        help: ArgumentHelp(
            "With --sweep: how long an ad takes to come, such as 500ms.", valueName: DurationArgument.valueName))
    var latency: DurationArgument?

    @Option(help: ArgumentHelp("With --sweep: the part of the requests that brings an ad, 0 to 1.", valueName: "part"))
    var fill: Double?

    @Option(
        help: ArgumentHelp(
            "With --sweep: how long the user rests on a screen, such as 2s.", valueName: DurationArgument.valueName))
    var pause: DurationArgument?

    @Option(help: "With --sweep: how many items the list has.")
    var items: Int?

    @Option(help: "With --sweep: how many rows are on screen.")
    var height: Int?

    @Option(help: "With --sweep: what chance is drawn from; the same seed, the same world.")
    var seed: UInt64?

    func validate() throws {
        if sweep.isEmpty {
            let isAlone =
                scroll == nil && latency == nil && fill == nil && pause == nil && items == nil && height == nil
                && seed == nil
            guard isAlone else {
                throw ValidationError("--scroll, --latency, --fill, --pause, --items, --height and --seed need --sweep")
            }
        }
        let times = DurationArgument.zero...DurationArgument(seconds: 600)
        try latency?.check("--latency", in: times)
        try pause?.check("--pause", in: times)
        if let fill, !(0...1).contains(fill) { throw ValidationError("--fill is 0 to 1") }
        if let items, !(1...SweepWorld.mostItems).contains(items) {
            throw ValidationError("--items is 1 to \(SweepWorld.mostItems)")
        }
        if let height, !(1...SweepWorld.mostRows).contains(height) {
            throw ValidationError("--height is 1 to \(SweepWorld.mostRows)")
        }
    }

    var world: SweepWorld {
        SweepWorld(
            items: items ?? 200, height: height ?? 5, rowsPerSecond: scroll?.rowsPerSecond ?? 6,
            pause: (pause ?? DurationArgument(milliseconds: 2_000)).duration,
            latency: (latency ?? DurationArgument(milliseconds: 500)).duration, fill: fill ?? 0.8, seed: seed ?? 1)
    }

    /// All policies, and what became of each.
    ///
    /// - Throws: `CommandError` for axes that cannot be swept.
    func results(over base: SlotPolicy) throws -> (sweep: PolicySweep, results: [SweepResult]) {
        do {
            var axes: [SweepAxis] = []
            for text in sweep { axes.append(try SweepAxis(parsing: text)) }
            let sweep = try PolicySweep(axes, over: base)
            return (sweep, try sweep.run(in: world))
        } catch {
            throw CommandError(.usage, "\(error)", code: CommandError(error).code)
        }
    }
}

import Foundation

@testable import FeedModel

/// The diff of two lists, beside the standard library's on the same lists in the same run.
enum DiffBenchmark {
    /// What a way of comparing found.
    private struct Operations {
        let deletes: Int
        let inserts: Int
        let moves: Int

        /// Whether the standard library's way ends while one waits: its time grows with the square of the changes.
        var areAffordable: Bool { deletes + inserts + 2 * moves < 30_000 }
    }

    private static let table = TextTable(
        title: "diff: two lists of UUIDs",
        columns: [
            .text("case", 28), .text("way", 20), .number("fastest/ms", 10), .number("median/ms", 10),
            .number("deletes", 7), .number("inserts", 7), .number("moves", 7), .number("allocations", 11),
            .number("times", 7),
        ])

    static func run() {
        table.printHeader()
        for pair in ListPair.samples() {
            let own = Measurement.of { changeset(pair) }
            printRow(pair.name, "Changeset", own, ratio: 1)
            if own.value.areAffordable {
                let standard = Measurement.of { collectionDifference(pair) }
                printRow("", "CollectionDifference", standard, ratio: standard.cost.median / own.cost.median)
            } else {
                print("  CollectionDifference not run: its time grows with the square of the changes")
            }
        }
    }

    /// - Parameter ratio: the time beside that of the project's diff.
    private static func printRow(
        _ name: String, _ way: String, _ result: (value: Operations, cost: Measurement), ratio: Double
    ) {
        table.printRow([
            name, way, result.cost.fastest.milliseconds, result.cost.median.milliseconds, "\(result.value.deletes)",
            "\(result.value.inserts)", "\(result.value.moves)", result.cost.allocationText,
            String(format: "%.1f", ratio),
        ])
    }

    /// The project's diff.
    private static func changeset(_ pair: ListPair) -> Operations {
        let changes = Changeset(from: pair.old, to: pair.new)
        return Operations(
            deletes: changes.deletes.count, inserts: changes.inserts.count, moves: changes.moves.count)
    }

    /// The standard library's diff (E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1,
    /// 1986), with moves inferred.
    private static func collectionDifference(_ pair: ListPair) -> Operations {
        let difference = pair.new.difference(from: pair.old).inferringMoves()
        let moves = difference.insertions.count { insertion in
            if case .insert(_, _, .some) = insertion { true } else { false }
        }
        return Operations(
            deletes: difference.removals.count - moves, inserts: difference.insertions.count - moves, moves: moves)
    }
}

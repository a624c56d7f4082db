import FeedCache
import Foundation

/// The project's diff.
func changeset(_ benchmark: BenchmarkCase) -> Measurement.Operations {
    let changes = Changeset(from: benchmark.old, to: benchmark.new)
    return .init(deletes: changes.deletes.count, inserts: changes.inserts.count, moves: changes.moves.count)
}

/// The standard library's diff (E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1,
/// 1986), with moves inferred.
func collectionDifference(_ benchmark: BenchmarkCase) -> Measurement.Operations {
    let difference = benchmark.new.difference(from: benchmark.old).inferringMoves()
    let moves = difference.insertions.count { insertion in
        if case .insert(_, _, .some) = insertion { true } else { false }
    }
    return .init(
        deletes: difference.removals.count - moves, inserts: difference.insertions.count - moves, moves: moves)
}

/// Whether the standard library's way ends while one waits: its time grows with the square of the changes.
func isAffordable(_ operations: Measurement.Operations) -> Bool {
    operations.deletes + operations.inserts + 2 * operations.moves < 30_000
}

/// How long each way is repeated in each case.
let budget = Duration.milliseconds(300)
print(
    "case                           way                    fastest/ms  median/ms  deletes  inserts    moves  allocations"
)
for benchmark in BenchmarkCase.all() {
    let own = Measurement(budget: budget) { changeset(benchmark) }
    print(own.line(case: benchmark.name, way: "Changeset"))
    if isAffordable(own.operations) {
        let standard = Measurement(budget: budget) { collectionDifference(benchmark) }
        print(standard.line(case: benchmark.name, way: "CollectionDifference"))
    } else {
        print("\(benchmark.name): CollectionDifference not run, its time grows with the square of the changes")
    }
}

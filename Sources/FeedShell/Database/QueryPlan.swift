import FeedStore

/// What EXPLAIN QUERY PLAN gives, as a tree: each step under the one that it is a part of.
struct QueryPlan {
    private struct Step {
        let number: Int64
        let parent: Int64
        let text: String
    }

    private let steps: [Step]

    /// - Parameter query: an EXPLAIN QUERY PLAN, whose columns are `id`, `parent`, one that is not used, and `detail`.
    init(_ query: ReadOnlyQuery) throws {
        var steps: [Step] = []
        while let row = try query.next() {
            guard row.count == 4, case .integer(let number) = row[0], case .integer(let parent) = row[1],
                case .text(let text) = row[3]
            else { continue }
            steps.append(Step(number: number, parent: parent, text: text))
        }
        self.steps = steps
    }

    var lines: [String] { ["QUERY PLAN"] + lines(under: 0, indentation: "") }

    private func lines(under parent: Int64, indentation: String) -> [String] {
        let parts = steps.filter { $0.parent == parent && $0.number != parent }
        return parts.enumerated().flatMap { index, step in
            let isLast = index == parts.count - 1
            return ["\(indentation)\(isLast ? "└─ " : "├─ ")\(step.text)"]
                + lines(under: step.number, indentation: indentation + (isLast ? "   " : "│  "))
        }
    }
}

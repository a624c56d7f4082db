import Foundation

/// Lines of a table as plain text.
struct TextTable {
    struct Column {
        let title: String
        let width: Int
        let isNumber: Bool

        static func text(_ title: String, _ width: Int) -> Column {
            Column(title: title, width: width, isNumber: false)
        }

        static func number(_ title: String, _ width: Int) -> Column {
            Column(title: title, width: width, isNumber: true)
        }
    }

    let title: String
    let columns: [Column]

    func printHeader() {
        print("\n\(title)")
        printRow(columns.map(\.title))
    }

    func printRow(_ cells: [String]) {
        let padded = zip(cells, columns).map { cell, column in
            let blanks = String(repeating: " ", count: max(0, column.width - cell.count))
            return column.isNumber ? blanks + cell : cell + blanks
        }
        print(padded.joined(separator: " "))
    }
}

extension Duration {
    /// With three digits behind the point.
    var milliseconds: String { String(format: "%.3f", self / .milliseconds(1)) }

    /// Of each of so many.
    func nanoseconds(each count: Int) -> String { String(format: "%.1f", self / .nanoseconds(1) / Double(count)) }
}

extension Measurement {
    var allocationText: String { allocations.map(String.init) ?? "–" }
}

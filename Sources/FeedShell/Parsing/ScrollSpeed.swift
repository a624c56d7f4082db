import ArgumentParser

/// A speed as it is typed: `6/s`, `90/min`, or a bare number of rows in a second.
package struct ScrollSpeed: ExpressibleByArgument {
    /// What the help shows for its value; messages about it go by this name.
    package static let valueName = "rows/s"

    package let rowsPerSecond: Double

    package init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        let seconds: [Substring: Double] = ["s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60]
        guard (1...2).contains(parts.count), let rows = Double(String(parts[0])),
            let unit = parts.count == 1 ? 1 : seconds[parts[1]], (0.01...1_000).contains(rows / unit)
        else { return nil }
        rowsPerSecond = rows / unit
    }
}

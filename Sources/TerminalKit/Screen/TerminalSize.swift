import Foundation

/// The window of a terminal, in cells.
package struct TerminalSize: Equatable, Sendable {
    /// For a terminal that does not report its size, as on a serial line.
    package static let customary = TerminalSize(columns: 80, rows: 24)
    private static let largest = 10_000

    package let columns: Int
    package let rows: Int

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// What the terminal says; else COLUMNS and LINES, as a shell sets them; else the customary size.
    ///
    /// - Returns: nil where there is no terminal.
    package init?(of descriptor: Int32, environment: [String: String]) {
        guard isatty(descriptor) == 1 else { return nil }
        var window = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &window) != 0 { window = winsize() }
        self.init(reportedColumns: Int(window.ws_col), reportedRows: Int(window.ws_row), environment: environment)
    }

    /// - Parameters:
    ///   - reportedColumns: 0 where the terminal does not know.
    ///   - reportedRows: likewise.
    package init(reportedColumns: Int, reportedRows: Int, environment: [String: String]) {
        columns = Self.length(reportedColumns, environment["COLUMNS"]) ?? Self.customary.columns
        rows = Self.length(reportedRows, environment["LINES"]) ?? Self.customary.rows
    }

    private static func length(_ reported: Int, _ variable: String?) -> Int? {
        [reported, variable.flatMap(Int.init) ?? 0].first { $0 > 0 }.map { min($0, largest) }
    }
}

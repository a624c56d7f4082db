import Foundation
import Testing

@testable import TerminalKit

@Suite struct TerminalSizeTests {
    private func size(_ columns: Int, _ rows: Int, _ environment: [String: String] = [:]) -> TerminalSize {
        TerminalSize(reportedColumns: columns, reportedRows: rows, environment: environment)
    }

    @Test("The terminal is believed first, then the environment, then custom")
    func order() {
        #expect(size(100, 30, ["COLUMNS": "50", "LINES": "10"]) == size(100, 30))
        #expect(size(0, 0, ["COLUMNS": "50", "LINES": "10"]) == size(50, 10))
        #expect(size(0, 0) == .customary)
    }

    @Test("Nonsense in the environment counts for nothing", arguments: ["", "x", "-5", "0", "99999999999999999999"])
    func nonsense(_ text: String) {
        #expect(size(0, 0, ["COLUMNS": text]).columns == 80)
    }

    @Test("Sizes are bounded")
    func bounded() {
        #expect(size(0, 0, ["COLUMNS": "999999999"]).columns == 10_000)
    }

    @Test("A pipe is no terminal")
    func pipe() throws {
        let file = try #require(fopen("/dev/null", "r"))
        defer { fclose(file) }
        #expect(TerminalSize(of: fileno(file), environment: ["COLUMNS": "50"]) == nil)
    }
}

import FeedCache
import FeedMock
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("CSV")
struct CSVExportTests {
    @Test("has a column for every field of the items")
    func export() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            _ = try await fixture.run("sync keywords")
            let lines = try await fixture.run("export keywords --format csv").output.split(separator: "\r\n")
            #expect(lines.first?.hasPrefix("id,position,version,") == true)
            #expect(lines.count == 21)
        }
    }
}

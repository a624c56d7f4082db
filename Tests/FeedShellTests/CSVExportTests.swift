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

    @Test(
        "has the members of an object, and an item that is no object as a whole",
        arguments: [
            (#"{"a":1.50,"b":[1, 2],"c":null}"#, ["a=1.50", "b=[1,2]", "c="]), ("{}", []), ("1.50", ["payload=1.50"]),
            (#""x\"y""#, ["payload=x\"y"]), ("[1, 2]", ["payload=[1,2]"]), ("true", ["payload=true"]),
        ])
    func members(payload: String, expected: [String]) throws {
        #expect(try CSVExport.members(of: payload).map { "\($0.name)=\($0.value)" } == expected)
    }
}

import FeedCache
import FeedMock
import Foundation
import Testing

@testable import FeedShell

@Suite("CSV")
struct CSVExportTests {
    @Test("is quoted as RFC 4180 says, and nothing in it is a formula")
    func lines() {
        #expect(
            CSVExport.line(["a", "b,c", "say \"x\"", "two\nlines"]) == "a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\"\r\n")
        #expect(CSVExport.line(["=1+1", "@x", "+cmd", "-5", "+3.5"]) == "'=1+1,'@x,'+cmd,-5,+3.5\r\n")
    }

    @Test("guards signs of full width and blanks that some spreadsheets pass over, too")
    func otherFormulas() {
        for opening in ["＝", "＋", "－", "＠", "\t", "\r", "\n"] {
            #expect(CSVExport.line([opening + "1+1", "x"]).replacing("\"", with: "") == "'\(opening)1+1,x\r\n")
        }
    }

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

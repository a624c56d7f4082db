import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Foundation
import TerminalKit
import Testing

@testable import FeedShell
@testable import FeedStore

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

    @Test("ends with 65 and the file's name where a stored item is no JSON")
    func damagedItem() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            _ = try await fixture.run("sync keywords")
            let path = fixture.folder.appending(path: "feed.db").path
            try FeedDatabase(path: path).writeStamped { db, _ in
                try db.execute(
                    sql: "UPDATE item SET payload = ? WHERE id = (SELECT min(id) FROM item)", arguments: [#"{"a" 1}"#])
            }
            let ended = try await fixture.run("export keywords --format csv")
            #expect(ended.status == .badData && ended.errors.contains("\(path) is damaged"), "\(ended)")
        }
    }

    @Test(
        "keeps a field that is called as a column of ours, unless it is what that column shows",
        arguments: [
            ("uuid", "updated_at", "id,position,version,id__,version_,position_,id_", "a,0,1,7,v,3,8"),
            ("id", "version", "id,position,version,position_,id_", "a,0,1,3,8"),
            ("[\"id\", \"position\"]", "version", "id,position,version,id__,position_,id_", "a,0,1,7,3,8"),
        ])
    func ownColumns(id: String, version: String, header: String, record: String) throws {
        let manifest = try Manifest(
            toml: """
                [source]
                name = "players"
                base_url = "http://127.0.0.1:9"
                [[collections]]
                name = "players"
                path = "players"
                items = ""
                id = \(id.hasPrefix("[") ? id : "\"\(id)\"")
                version = "\(version)"
                paging = { style = "none" }
                """, file: "feed.toml")
        let item = FeedItem(id: "a", version: "1", payload: #"{"id":7,"version":"v","position":3,"id_":8}"#)
        let fixture = try ShellFixture()
        var sink = BufferedOutput(fixture.shell.output)
        try CSVExport.write(
            { try $0(PlacedItem(place: 0, item: item)) }, of: manifest.collections.first, to: &sink)
        try sink.flush()
        #expect(try fixture.output == header + "\r\n" + record + "\r\n")
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

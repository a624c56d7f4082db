import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

@Suite struct DataWorldTests {
    private static let text = """
        {
          "photos": [
            {"id": 1, "t":  "a", "n": 1.50},
            {"id": 2, "t": "b", "updated_at": 40}
          ],
          "profile": {"name" : "n"},
          "notes": [{"id": "a", "updated_at": "2026-01-01T00:00:00Z"}]
        }
        """

    @Test("requests change a list as json-server does")
    func changes() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json")
        let made = api.ask(.post, "/photos", #"{"t": "c"}"#)
        #expect(made.status == .created && made.header("Location") == "/photos/3")
        #expect(try object(made.body)["id"] as? Int == 3)
        #expect(api.ask(.post, "/photos", #"{"id": 3}"#).status == .conflict)
        #expect(api.ask(.post, "/photos", #"{"id": "3"}"#).status == .conflict)
        #expect(api.ask(.post, "/photos", #"{"id": {}}"#).status == .badRequest)
        let patched = try object(api.ask(.patch, "/photos/1", #"{"t": "z", "id": 9}"#).body)
        #expect(patched["t"] as? String == "z" && patched["n"] as? Double == 1.5 && patched["id"] as? Int == 1)
        let put = try object(api.ask(.put, "/photos/1", #"{"only": true}"#).body)
        #expect(put["id"] as? Int == 1 && put["t"] == nil)
        #expect(try version(put) > version(patched))
        #expect(api.ask(.delete, "/photos/2").status == .ok)
        #expect(api.ask(.get, "/photos/2").status == .notFound)
        #expect(api.ask(.delete, "/photos/2").status == .notFound)
        #expect(try objects(api.ask(.get, "/photos").body).map(id) == ["1", "3"])
        #expect(api.ask(.post, "/notes", #"{"id": "b"}"#).status == .created)
        let dates = try objects(api.ask(.get, "/notes").body).map { $0["updated_at"] as? String }
        #expect(dates == ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"])
        #expect(try folder.text("db.json") == Self.text)
    }

    @Test("own data may come through a pipe")
    func pipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(Self.text.utf8))
        try pipe.fileHandleForWriting.close()
        let file = try DataFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        #expect(file.entries.map(\.name) == ["photos", "profile", "notes"] && !file.isStale)
    }

    @Test("two IDs are one only where their bytes are")
    func spellings() throws {
        let folder = try DataFolder(["db.json": "{\"notes\": [{\"id\": \"\u{E9}\"}, {\"id\": \"e\u{301}\"}]}"])
        let api = try folder.api("db.json")
        #expect(api.ask(.delete, "/notes/e%CC%81").status == .ok)
        #expect(try objects(api.ask(.get, "/notes").body).map { id($0).utf8.count } == [2])
        #expect(api.ask(.post, "/notes", "{\"id\": \"\u{E9}\"}").status == .conflict)
        #expect(api.ask(.post, "/notes", "{\"id\": \"e\u{301}\"}").status == .created)
    }

    @Test("an object keeps the order of its keys, which differ where their bytes do, and the last value of each")
    func members() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json")
        let made = api.ask(.post, "/notes", "{\"b\":1,\"\u{E9}\":2,\"e\u{301}\":3,\"b\":4,\"id\":\"x\"}")
        let time = "\"updated_at\":\"2026-01-01T00:00:01Z\""
        #expect(
            String(decoding: made.body, as: UTF8.self)
                == "{\"b\":4,\"\u{E9}\":2,\"e\u{301}\":3,\"id\":\"x\",\(time)}")
        let patched = api.ask(.patch, "/photos/1", "{\"a\":0,\"t\":\"z\",\"n\":2}")
        #expect(
            String(decoding: patched.body, as: UTF8.self)
                == #"{"id":1,"t":"z","n":2,"a":0,"updated_at":41}"#)
        let put = api.ask(.put, "/photos/1", #"{"a": 0, "b": 1, "a": 2}"#)
        #expect(String(decoding: put.body, as: UTF8.self) == #"{"id":1,"a":2,"b":1,"updated_at":42}"#)
    }

    @Test("an object of very many keys takes no more than its share", .timeLimit(.minutes(10)))
    func manyMembers() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json")
        let body = "{" + (0..<200_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        #expect(api.ask(.post, "/photos", body).status == .created)
        #expect(api.ask(.patch, "/photos/3", body).status == .ok)
    }

    @Test(
        "what cannot be done is refused, and changes nothing",
        arguments: [
            ("PUT", "/photos/9", "{}", 404), ("POST", "/photos", "[1]", 400), ("POST", "/photos", "{", 400),
            ("DELETE", "/photos", "", 405), ("POST", "/photos/1", "{}", 405), ("PUT", "/profile", "{}", 405),
            ("GET", "/nothing", "", 404), ("GET", "/photos/1/2", "", 404), ("GET", "/photos/9/notes", "", 404),
            ("POST", "/photos/1/notes", "{}", 405), ("GET", "/..%2Fphotos", "", 404),
            ("GET", "/photos/..", "", 404), ("DELETE", "/photos/%2e%2e", "", 404),
        ])
    func refusals(method: String, target: String, body: String, status: Int) throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json") { $0.isSaved = true }
        let before = api.ask(.get, "/photos").body
        #expect(api.ask(try #require(HTTPRequest.Method(method)), target, body).status.code == status)
        #expect(api.ask(.get, "/photos").body == before)
        #expect(try folder.text("db.json") == Self.text)
    }

    @Test("items without a version get one; what the file says is served to the byte")
    func payloads() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let body = String(decoding: try folder.api("db.json").ask(.get, "/photos").body, as: UTF8.self)
        let second = #"{"id": 2, "t": "b", "updated_at": 40}"#
        #expect(body == #"[{"id": 1, "t":  "a", "n": 1.50,"updated_at":40},\#(second)]"#)
        #expect(
            String(decoding: try folder.api("db.json").ask(.get, "/profile").body, as: UTF8.self) == #"{"name" : "n"}"#)
    }

    @Test("changes are saved where that is wanted, and read back")
    func saving() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json") { $0.isSaved = true }
        #expect(api.ask(.delete, "/photos/2").status == .ok)
        #expect(api.ask(.post, "/notes", #"{"id": "ü"}"#).status == .created)
        let saved = try folder.text("db.json")
        #expect(saved.contains(#"{"id": 1, "t":  "a", "n": 1.50}"#) && saved.contains(#""profile": {"name" : "n"}"#))
        let again = try folder.api("db.json")
        #expect(try objects(again.ask(.get, "/photos").body).map(id) == ["1"])
        #expect(try objects(again.ask(.get, "/notes").body).map(id) == ["a", "ü"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["db.json"])
    }

    @Test("what another program wrote is read, and not overwritten")
    func noLoss() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json") { $0.isSaved = true }
        let start = try version(try #require(try objects(api.ask(.get, "/photos").body).first))
        try folder.write("db.json", #"{"photos": [{"id": 2, "t": "new"}], "mine": []}"#)
        #expect(api.ask(.delete, "/photos/1").status == .notFound)
        #expect(try objects(api.ask(.get, "/photos?since=\(start)").body).map(id).sorted() == ["1", "2"])
        #expect(api.ask(.get, "/mine").status == .ok && api.ask(.get, "/notes").status == .notFound)
        try folder.write("db.json", "{ half")
        #expect(api.ask(.get, "/photos/2").status == .ok)
        #expect(api.ask(.delete, "/photos/2").status == .internalServerError)
        #expect(try folder.text("db.json") == "{ half")
    }

    @Test("a reset brings back what there was, and the first tick")
    func reset() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let api = try folder.api("db.json")
        let before = api.ask(.get, "/photos").body
        _ = api.ask(.delete, "/photos/1")
        api.clock.advance(by: 3)
        #expect(api.ask(.get, "/photos").body != before)
        #expect(api.ask(.post, "/__mock/reset").status == .ok)
        #expect(api.ask(.get, "/photos").body == before && api.clock.tick == 0)
    }

    @Test("a folder has a list for each file, and nothing from outside of it")
    func folders() throws {
        let folder = try DataFolder([
            "root/photos.json": "[{\"id\": 1}]", "root/notes.json": "[]", "root/.hidden.json": "no", "root/x.txt": "no",
            "root/.\u{301}hidden.json": "no", "secret.json": "[{\"id\": 1}]",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("root/leak.json"), withDestinationPath: folder.path("secret.json"))
        let api = try folder.api("root") { $0.isSaved = true }
        #expect(try object(api.ask(.get, "/").body)["collections"] as? [String] == ["/notes", "/photos"])
        #expect(api.ask(.post, "/notes", #"{"text": "n"}"#).status == .created)
        #expect(try folder.text("root/photos.json") == "[{\"id\": 1}]")
        let saved = try folder.text("root/notes.json")
        #expect(saved.hasPrefix("[") && saved.contains("\"text\":\"n\""))
        #expect(api.ask(.get, "/leak").status == .notFound && api.ask(.get, "/secret").status == .notFound)
    }

    @Test("two names of one file in a folder are refused: each would write over what the other has")
    func twoNames() throws {
        let folder = try DataFolder(["root/a.json": #"[{"id": 1}]"#])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("root/b.json"), withDestinationPath: folder.path("root/a.json"))
        let error = try #require(throws: MockServerError.self) { try folder.api("root") }
        #expect(error.code == "mock_bad_data" && error.description.contains("b.json"), "\(error)")
    }

    @Test(
        "data that cannot be served is refused with a reason",
        arguments: [
            ("{", "not valid JSON"), ("[]", "no object"), ("{}", "no list"), (#"{"a": [1]}"#, "element 0 is a number"),
            (#"{"a": [{}]}"#, "ID"), (#"{"a": [{"id": 7}, {"id": "7"}]}"#, "“7”"), (#"{"a/b": []}"#, "name"),
            (#"{"__mock": []}"#, "name"), (#"{"a": [], "a": []}"#, "two lists"), (#"{"a": [{"id": 1.5}]}"#, "ID"),
        ])
    func badData(text: String, reason: String) throws {
        let folder = try DataFolder(["db.json": text])
        let error = try #require(throws: MockServerError.self) { try folder.api("db.json") }
        #expect(error.code == "mock_bad_data" && error.description.contains(reason), "\(error)")
    }

    @Test("a paging for a list that is none is refused")
    func unknownList() throws {
        let folder = try DataFolder(["db.json": Self.text])
        let error = MockServerError.unknownList("photo", known: ["photos", "notes"])
        #expect(throws: error) { try folder.api("db.json") { $0.paging = ["photo": .page] } }
        #expect(throws: MockServerError.noData(folder.path("none"))) { try folder.api("none") }
        for text in ["wat", "photos=wat", "=page", ""] {
            #expect(throws: MockServerError.badPaging(text)) { try MockData(path: "x").paged(by: [text]) }
        }
    }
}

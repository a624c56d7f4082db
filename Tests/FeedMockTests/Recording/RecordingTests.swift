import FeedModel
import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

@Suite struct RecordingTests {
    private func page(_ query: String, _ body: String, status: Int = 200) -> RecordedExchange {
        RecordedExchange(
            method: "GET", path: "/v1/photos", query: query, status: status,
            headers: [
                ("Link", "<https://api.example.com/v1/photos?page=2>; rel=\"next\""), ("ETag", "W/\"real\""),
            ],
            body: Array(body.utf8), milliseconds: 40)
    }

    private func recording(_ items: [String], _ exchanges: [RecordedExchange] = []) -> Recording {
        Recording(
            origin: "https://api.example.com", basePath: "/v1/", exchanges: exchanges,
            lists: [.init(name: "photos", idField: "key", items: items.map { Array($0.utf8) })])
    }

    private func api(_ folder: DataFolder, timing: Bool = false) throws -> MockAPI {
        try MockAPI {
            $0.content = .directory(path: folder.path("r"))
            $0.keepsTiming = timing
        }
    }

    @Test("a recording is not written where a file is")
    func noFolder() throws {
        let folder = try DataFolder(["r": "text"])
        #expect(throws: MockServerError.cannotWrite(folder.path("r"), reason: "it is no folder")) {
            try RecordingFolder(path: folder.path("r")).add(recording([], [page("page=1", "[1]")]))
        }
    }

    @Test("a recording is played back: status, headers, body and, where asked for, timing")
    func playback() throws {
        let folder = try DataFolder([:])
        let exchanges = [
            page("page=1", "[1]"), page("page=2", "no", status: 503),
            page("page=2", #"["https:\/\/api.example.com\/x"]"#),
            page("page=3&key=…", "[3]"), page("page=4", "gone", status: 410),
        ]
        #expect(try RecordingFolder(path: folder.path("r")).add(recording([], exchanges)) == 1)
        let api = try api(folder)
        #expect(api.basePath == "/v1")
        func get(_ query: String) -> Answer {
            api.answer(MockRequest(.get, "/v1/photos\(query)", authority: "127.0.0.1:3000"))
        }
        let first = get("?page=1")
        #expect(first.status == .ok && first.body == Array("[1]".utf8) && first.delay == .zero)
        #expect(first.header("Link") == "<http://127.0.0.1:3000/v1/photos?page=2>; rel=\"next\"")
        #expect(first.header("ETag") == "W/\"real\"")
        let failed = get("?page=2")
        #expect(failed.status == .serviceUnavailable && failed.body == Array("no".utf8))
        for _ in 0..<2 {
            #expect(String(decoding: get("?page=2").body, as: UTF8.self) == #"["http:\/\/127.0.0.1:3000\/x"]"#)
        }
        api.reset()
        #expect(get("?page=2").status == .serviceUnavailable)
        #expect(get("?key=secret&page=3").body == Array("[3]".utf8))
        #expect(get("?page=4").status == .gone)
        #expect(get("").status == .notFound && get("?page=5").status == .notFound)
        #expect(try self.api(folder, timing: true).ask(.get, "/v1/photos?page=1").delay == .milliseconds(40))
        for (tag, status) in [("W/\"real\"", 304), ("\"real\"", 304), ("\"other\"", 200)] {
            let again = api.answer(
                MockRequest(.get, "/v1/photos?page=1", headers: [.ifNoneMatch: tag], authority: "127.0.0.1:3000"))
            #expect(again.status.code == status, "\(tag)")
        }
    }

    @Test("a cursor that was never recorded is a 404 that names the nearest request; a key is no cursor")
    func nearMiss() throws {
        let folder = try DataFolder([:])
        let exchanges = [page("", "[1]"), page("cursor=b", "[2]")]
        var made = recording([], exchanges)
        made.ownParameters = ["key"]
        _ = try RecordingFolder(path: folder.path("r")).add(made)
        let api = try api(folder)
        let missed = api.ask(.get, "/v1/photos?cursor=c")
        let text = String(decoding: missed.body, as: UTF8.self)
        #expect(missed.status == .notFound && missed.isUnmatched)
        #expect(text.contains("/v1/photos?cursor=b: cursor=c instead of b"), "\(text)")
        #expect(api.ask(.get, "/v1/photos?key=secret").body == Array("[1]".utf8))
        #expect(api.ask(.get, "/v1/photos?key=secret").ignored.isEmpty)
        #expect(api.ask(.get, "/v1/photos?kind=a").ignored == ["kind"])
    }

    @Test("lists that are cut anew lead to this server, and files are for their owner alone")
    func noWayOut() throws {
        let folder = try DataFolder([:])
        let item = #"{"key": "a", "url": "https:\/\/api.example.com\/v1\/a"}"#
        _ = try RecordingFolder(path: folder.path("r")).add(recording([item], [page("", "[1]")]))
        let api = try folder.api("r") { $0.standardPaging = .link }
        let answer = api.answer(MockRequest(.get, "/photos", authority: "127.0.0.1:3000"))
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#"http:\/\/127.0.0.1:3000\/v1\/a"#))
        for name in ["recording.json", "1.body", "lists/photos.json"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("r/001/\(name)"))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test("tokens are in no file, however they are escaped, and a path or query that had one fits any")
    func tokens() {
        let exchange = RecordedExchange(
            method: "POST", path: "/v1/t0k3n%2Fsecret", query: "key=t0k3n%2Fsecret",
            requestBody: Array("t0k3n/secret".utf8),
            status: 200, headers: [("X-Echo", "is t0k3n/secret")],
            body: Array(#"{"echo": "t0k3n\/secret", "n": 2}"#.utf8))
        let values = RecordingSecrets.values(ofHeader: "Bearer t0k3n/secret")
        let removed = RecordingSecrets(values).removed(from: recording([], [exchange])).exchanges[0]
        #expect(removed.path == "/v1/…" && removed.query == "key=…" && removed.requestBody == Array("…".utf8))
        #expect(removed.headers.map(\.value) == ["is redacted"])
        #expect(String(decoding: removed.body, as: UTF8.self) == #"{"echo": "redacted", "n": 2}"#)
        #expect(RecordingSecrets.tokens(in: Array(#"{"access_token": "abc", "n": 1}"#.utf8)) == ["abc"])
    }

    @Test(
        "passwords and client secrets of a request that signs in are found by their names",
        arguments: [
            (#"{"user":"ann","password":"w\u00f6rd 12"}"#, ["wörd 12"]),
            (#"{"a":[{"pwd":"abc"}],"passage":"x"}"#, ["abc"]),
            ("user=ann&password=few%3Awords+x", ["few:words x"]), ("client_id=me&client_secret=s3", ["s3"]),
            (#"{"key":"Ym9va3Mv","after":"abc","password":7}"#, []), ("", []), ("no form", []), ("password", []),
        ] as [(String, [String])])
    func passwords(body: String, expected: [String]) {
        #expect(RecordingSecrets.passwords(in: Array(body.utf8)) == expected)
    }

    @Test("what was posted names the answer")
    func posts() throws {
        let folder = try DataFolder([:])
        let exchanges = ["a", "b"].map { name in
            RecordedExchange(
                method: "POST", path: "/v1/graphql", query: "", requestBody: Array(name.utf8), status: 200, headers: [],
                body: Array("\"\(name)\"".utf8))
        }
        _ = try RecordingFolder(path: folder.path("r")).add(recording([], exchanges))
        let api = try api(folder)
        #expect(api.ask(.post, "/v1/graphql", "b").body == Array("\"b\"".utf8))
        #expect(api.ask(.post, "/v1/graphql", "c").status == .notFound)
    }

    @Test("a second recording is what the world becomes, as it was or cut anew")
    func ticks() throws {
        let folder = try DataFolder([:])
        let recordings = RecordingFolder(path: folder.path("r"))
        let old = [#"{"key": "a", "n": 1}"#, #"{"key": "b", "n": 1}"#, #"{"key": "c", "n": 1}"#]
        let new = [#"{"key": "d", "n": 2}"#, old[0], #"{"key": "c", "n": 2}"#]
        #expect(try recordings.add(recording(old, [page("", "[1]")])) == 1)
        #expect(try recordings.add(recording(new, [page("", "[2]")])) == 2)
        let played = try api(folder)
        #expect(played.ask(.get, "/v1/photos").body == Array("[1]".utf8))
        played.clock.advance()
        #expect(played.ask(.get, "/v1/photos").body == Array("[2]".utf8))
        played.clock.advance()
        #expect(played.ask(.get, "/v1/photos").body == Array("[2]".utf8))

        let cut = try folder.api("r") { $0.standardPaging = .link }
        func ids(_ target: String) throws -> [String?] {
            try objects(cut.ask(.get, target).body).map { $0["key"] as? String }
        }
        #expect(try ids("/photos") == ["a", "b"])
        let start = try version(try #require(try objects(cut.ask(.get, "/photos").body).first))
        cut.clock.advance()
        #expect(try ids("/photos?per_page=9") == ["d", "a", "c"])
        #expect(try ids("/photos?since=\(start)&per_page=9") == ["b", "d", "c"])
        #expect(try objects(cut.ask(.get, "/photos?since=\(start)").body).first?["deleted"] as? Bool == true)
    }

    @Test("a folder takes recordings only, and whole ones")
    func folders() throws {
        let folder = try DataFolder(["r/mine.txt": "mine", "file": "x"])
        #expect(throws: MockServerError.foreignFolder(folder.path("r"))) {
            try RecordingFolder(path: folder.path("r")).add(recording([]))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("r")) == ["mine.txt"])
        #expect(throws: MockServerError.self) { try RecordingFolder(path: folder.path("file/x")).add(recording([])) }
        #expect(RecordingFolder(path: folder.path("nothing")).isEmpty)
    }

    @Test(
        "a recording that was damaged, or leads out of its folder, is refused", arguments: ["../../secret", "2.body"])
    func damage(file: String) throws {
        let folder = try DataFolder(["secret": "secret"])
        _ = try RecordingFolder(path: folder.path("r")).add(recording([], [page("", "[1]")]))
        let text = try folder.text("r/001/recording.json")
        try folder.write("r/001/recording.json", text.replacing("1.body", with: file))
        #expect(throws: MockServerError.self) { try api(folder) }
    }

    @Test("a link out of the folder is no recording")
    func links() throws {
        let folder = try DataFolder(["r/index.txt": "x"])
        _ = try RecordingFolder(path: folder.path("other")).add(recording([#"{"key": 1}"#], [page("", "[1]")]))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("r/001"), withDestinationPath: folder.path("other/001"))
        #expect(RecordingFolder(path: folder.path("r")).isEmpty)
        #expect(try api(folder).ask(.get, "/v1/photos").status == .notFound)
        #expect(try api(folder).ask(.get, "/001/recording").status == .notFound)
    }

    @Test("headers of a connection or a reader are not kept")
    func headers() {
        let names = ["Set-Cookie", "content-encoding", "Date", "X-Total-Count", "ETag"]
        let exchange = RecordedExchange(
            method: "GET", path: "/", query: "", status: 200, headers: names.map { ($0, "v") },
            body: [])
        #expect(exchange.headers.map(\.name) == ["X-Total-Count", "ETag"])
    }

    @Test(
        "values are replaced by the end of their path, the rest stays to the byte",
        arguments: [
            ("email", #"{"email" :"redacted", "a":[{"email":null}], "n": 1.0}"#),
            ("a.email", #"{"email" :"x", "a":[{"email":null}], "n": 1.0}"#),
            ("a", #"{"email" :"x", "a":null, "n": 1.0}"#), ("mail", #"{"email" :"x", "a":[{"email":7}], "n": 1.0}"#),
        ])
    func redaction(path: String, result: String) {
        let text = Array(#"{"email" :"x", "a":[{"email":7}], "n": 1.0}"#.utf8)
        #expect(String(decoding: JSONRedaction([path]).applied(to: text), as: UTF8.self) == result)
        #expect(JSONRedaction([path]).applied(to: Array("no JSON".utf8)) == Array("no JSON".utf8))
    }
}

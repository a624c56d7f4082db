import FeedModel
import Testing

@testable import FeedSource

@Suite struct PageDecoderTests {
    private let decoder = PageDecoder(
        items: DottedPath("items"), id: .path(DottedPath("id")), version: DottedPath("v"), deleted: DottedPath("gone"),
        extras: [DottedPath("more"), DottedPath("meta.total"), DottedPath("next")])

    private func decode(_ text: String) throws -> DecodedPage { try decoder.decode(Array(text.utf8)) }

    private func item(_ text: String) throws -> DecodedItem {
        let page = try decode("{\"items\":[\(text)]}")
        return try #require(page.items.first)
    }

    private func payloads(_ page: DecodedPage) -> [String] {
        page.items.map { String(decoding: page.payload(of: $0), as: UTF8.self) }
    }

    // MARK: Payloads

    @Test("Payloads are the bytes received, without the white space around them")
    func payloads() throws {
        let strange = #"{"z":9007199254740993 , "id":1,"id" :"7", "a":{"b":[1.0,{"c":null}]},"t":"\u65e5\/ 日 \u0000"}"#
        let page = try decode("{\"items\" : [\n  \(strange) \t,\(strange)\n, 5 ] }")
        #expect(payloads(page) == [strange, strange, "5"])
        #expect(page.items.map(\.identity).prefix(2) == [.id("7"), .id("7")])
    }

    @Test("The items may be deep in the body, or the body itself")
    func itemPaths() throws {
        let seed = PageDecoder(
            items: DottedPath("0.photos"), id: .path(DottedPath("id")), extras: [DottedPath("0.has_next_page")])
        let page = try seed.decode(Array(#"[{"page":1,"photos":[{"id":1},{"id":2}],"has_next_page":false}]"#.utf8))
        #expect(page.items.map(\.identity) == [.id("1"), .id("2")])
        #expect(page.extra(0) == .bool(false))
        let bare = PageDecoder(items: DottedPath(""), id: .path(DottedPath("key.id")))
        #expect(try bare.decode(Array(#"[{"key":{"id":"a"}}]"#.utf8)).items.map(\.identity) == [.id("a")])
        #expect(try bare.decode(Array(" [ ] ".utf8)).items.isEmpty)
        #expect(try bare.decode([0xEF, 0xBB, 0xBF] + Array("[]".utf8)).items.isEmpty)
    }

    @Test("Extras are what is at their paths, or nothing")
    func extras() throws {
        let page = try decode(#"{"more":false,"meta":{"total":9007199254740993},"items":[],"next":null}"#)
        #expect(
            [page.extra(0), page.extra(1), page.extra(2)] == [.bool(false), .number(text: "9007199254740993"), .null])
        #expect(page.extra(3) == nil)
        #expect(page.extra(-1) == nil)
        #expect(try decode(#"{"items":[],"next":"a\u0026b"}"#).extra(2) == .string("a&b"))
        #expect(try decode(#"{"items":[]}"#).extra(0) == nil)
    }

    // MARK: IDs

    @Test(
        "Strings and integers are IDs, as text",
        arguments: [
            ("7", "7"), ("\"7\"", "7"), ("-0", "0"), ("-12", "-12"), ("\"日本\"", "日本"), (#""\u65e5\ud83c\udf63""#, "日🍣"),
            ("\"a/b c\"", "a/b c"), ("\" \"", " "),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            (#""-0""#, "-0"), (#""\ufffd""#, "\u{FFFD}"),
        ])
    func ids(spelled: String, id: String) throws {
        #expect(try item("{\"id\":\(spelled)}").identity == .id(id))
    }

    @Test("Different spellings of one character are different IDs")
    func idScalars() throws {
        guard case .id(let composed) = try item("{\"id\":\"é\"}").identity,
            case .id(let combined) = try item("{\"id\":\"e\u{301}\"}").identity
        else {
            Issue.record("both are IDs")
            return
        }
        #expect(Array(composed.utf8) != Array(combined.utf8))
    }

    @Test(
        "An item without a usable ID is set aside with the reason",
        arguments: [
            ("{}", .missingID(path: "id")), ("{\"ID\":1}", .missingID(path: "id")),
            ("{\"id\":null}", .unusableID(path: "id", found: "null")),
            ("{\"id\":true}", .unusableID(path: "id", found: "true")),
            ("{\"id\":[1]}", .unusableID(path: "id", found: "an array")),
            ("{\"id\":{\"x\":1}}", .unusableID(path: "id", found: "an object")),
            ("{\"id\":1.0}", .fractionalID(path: "id", text: "1.0")),
            ("{\"id\":1e3}", .fractionalID(path: "id", text: "1e3")),
            ("{\"id\":1E-3}", .fractionalID(path: "id", text: "1E-3")), ("{\"id\":\"\"}", .emptyID(path: "id")),
            (#"{"id":"\ud800"}"#, .unencodableID(path: "id")), (#"{"id":"a\u0000b"}"#, .unencodableID(path: "id")),
            ("7", .notAnObject(found: "a number")), ("\"7\"", .notAnObject(found: "a string")),
            ("null", .notAnObject(found: "null")), ("[{\"id\":1}]", .notAnObject(found: "an array")),
        ] as [(String, ItemRejection)])
    func rejected(text: String, rejection: ItemRejection) throws {
        let page = try decode("{\"items\":[{\"id\":1},\(text),{\"id\":2}]}")
        #expect(page.items.count == 3)
        #expect(page.items[0].identity == .id("1"))
        #expect(page.items[2].identity == .id("2"))
        guard case .rejected(let reason) = page.items[1].identity else {
            Issue.record("\(page.items[1])")
            return
        }
        #expect(reason == rejection)
        #expect(!reason.message.isEmpty)
        #expect(payloads(page)[1] == text)
    }

    @Test("An ID may have 1024 bytes and no more")
    func longIDs() throws {
        for (id, wrap) in [(String(repeating: "9", count: 1024), ""), (String(repeating: "x", count: 1024), "\"")] {
            #expect(try item("{\"id\":\(wrap)\(id)\(wrap)}").identity == .id(id))
            let page = try decode("{\"items\":[{\"id\":1},{\"id\":\(wrap)\(id)9\(wrap)}]}")
            #expect(page.items.last?.identity == .rejected(.longID(path: "id", length: 1025)))
        }
    }

    // MARK: Versions

    @Test("The version's text is the server's, its value what compares")
    func versions() throws {
        let cases: [(String, String?, ItemVersion)] = [
            ("12", "12", .integer(12)), ("\"12\"", "12", .integer(12)), ("-0", "-0", .integer(0)),
            ("\"2024-01-01T09:00:00+09:00\"", "2024-01-01T09:00:00+09:00", .date(Instant(seconds: 1_704_067_200))),
            (#""2024-01-01T00\u003a00:00Z""#, "2024-01-01T00:00:00Z", .date(Instant(seconds: 1_704_067_200))),
            ("1e3", "1e3", .integer(1000)), ("1.50", "1.50", ItemVersion(text: "1.5")),
            ("1.5", "1.5", ItemVersion(text: "1.50")),
            ("\"1700000000.25\"", "1700000000.25", ItemVersion(text: "1700000000.250")), ("null", nil, .none),
            ("true", nil, .none), ("[1]", nil, .none),
            ("\"\"", nil, .none), ("\"v2\"", nil, .none), (#""\ud800""#, nil, .none), ("{\"at\":1}", nil, .none),
        ]
        for (spelled, text, version) in cases {
            let item = try item("{\"v\":\(spelled),\"id\":1}")
            #expect(item.versionText == text, "\(spelled)")
            #expect(item.version == version, "\(spelled)")
            if let text { #expect(ItemVersion(text: text) == version, "\(spelled)") }
        }
        #expect(try item("{\"id\":1}").versionText == nil)
    }

    @Test("A version or mark of another kind is odd; null is not, and a version that is missing is told apart")
    func faults() throws {
        for (fields, faults) in [
            (#""v":1"#, []), (#""v":null,"gone":null"#, []), (#""v":1,"gone":"no""#, []), (#""gone":"N""#, .noVersion),
            (#""v":"new""#, .oddVersion), (#""v":true"#, .oddVersion), (#""v":[],"gone":{}"#, [.oddVersion, .oddMark]),
            (#""v":1,"gone":"maybe""#, .oddMark),
        ] as [(String, ItemFaults)] {
            #expect(try item("{\"id\":1,\(fields)}").faults == faults, "\(fields)")
        }
    }

    // MARK: Tombstones

    @Test(
        "True, a date and a number other than zero are tombstones",
        arguments: [
            "true", "\"2024-01-01\"", "\"2024-01-01T00:00:00Z\"", "\"1700000000\"", "1700000000", "1", "-1", "0.5",
            "1e-3", "\"1970-01-02T00:00:00Z\"", "\"Fri, 02 Jan 1970 00:00:00 GMT\"", "1700000000.5", "\"1700000000.5\"",
            "\"true\"", "\"Y\"", "\"yes\"", "\"1\"", "\"2024-01-01T00:00:00.000+0000\"", "\"20240101T000000Z\"",
            "170141183460469231731687303715884105728",
        ])
    func tombstones(mark: String) throws {
        #expect(try item("{\"id\":1,\"gone\":\(mark)}").isTombstone)
    }

    @Test(
        "False, nothing, zero and other texts are not",
        arguments: [
            "false", "null", "0", "-0", "0.0", "0e9", "\"\"", "\"0\"", "\"false\"", "\"no\"", "\"0000-00-00 00:00:00\"",
            "[]", "[1]",
            "{}", "{\"at\":1}", "\"0001-01-01T00:00:00Z\"", "\"1970-01-01T00:00:00Z\"", "\"1970-01-01\"",
            "\"1970-01-02T00:30:00+01:00\"", "\"Thu, 01 Jan 1970 00:00:00 GMT\"", "-62135596800", "\"-62135596800\"",
            "-62135596800.0", "\"0.0\"",
        ])
    func alive(mark: String) throws {
        #expect(try !item("{\"id\":1,\"gone\":\(mark)}").isTombstone)
        #expect(try !item("{\"id\":1}").isTombstone)
    }

    // MARK: Bounds

    @Test("A page has at most so many items, and reading stops at the first one too many")
    func maxItems() throws {
        let small = PageDecoder(items: DottedPath(""), id: .path(DottedPath("id")), maxItems: 3)
        #expect(try small.decode(Array(#"[{"id":1},{"id":2},0]"#.utf8)).itemCount == 3)
        for rest in ["]", ",0]", "nothing that is JSON"] {
            #expect(throws: SourceError(.tooManyItems(limit: 3), url: nil)) {
                try small.decode(Array(#"[{"id":1},{"id":2},0,0\#(rest)"#.utf8))
            }
        }
        let error = SourceError(.tooManyItems(limit: 3), url: try SourceURL("https://a/"))
        #expect(error.code == .tooLarge)
        #expect(error.message.contains("3 items") && error.message.contains("max_items"))
    }

    @Test("Of the items that are set aside a hundred are kept, and all are counted")
    func manyRejections() throws {
        let bad = Array(repeating: "{\"v\":5}", count: 150).joined(separator: ",")
        let page = try decode("{\"items\":[{\"id\":1,\"v\":2},\(bad),{\"id\":2}]}")
        #expect(page.rejectedCount == 150)
        let kept = page.items.filter { if case .rejected = $0.identity { true } else { false } }
        #expect(kept.count == 100)
        #expect(kept.allSatisfy { page.payload(of: $0).elementsEqual("{\"v\":5}".utf8) })
        #expect(page.itemCount == 152)
        #expect(page.items.count == 102)
        #expect(page.items.first?.identity == .id("1") && page.items.last?.identity == .id("2"))
    }

    @Test("Items with a version are counted")
    func versionedItems() throws {
        func versioned(_ body: String) throws -> Int { try decode(body).items.count { $0.versionText != nil } }
        #expect(try versioned(#"{"items":[{"id":1,"v":2},{"id":2,"v":"x"},{"id":3},{"id":4,"v":1.5}]}"#) == 2)
        #expect(try versioned(#"{"items":[]}"#) == 0)
    }

    @Test("A page of which no item has an ID is refused, with the path and what is there")
    func noIDs() throws {
        func message(_ items: String) -> String? {
            let error = #expect(throws: SourceError.self) { try decode("{\"items\":[\(items)]}") }
            return error?.message
        }
        #expect(message("{},{}") == "none of the page's 2 items has a usable ID; of the first, the item has no “id”")
        #expect(
            message("{\"id\":null}")
                == "the page's only item has no usable ID: “id” is null, not a string or an integer")
        #expect(message("0,0,0")?.contains("the item is a number, not an object") == true)
        #expect(try decode("{\"items\":[{},{\"id\":1}]}").rejectedCount == 1)
        #expect(try decode("{\"items\":[]}").items.isEmpty)
    }

    @Test("Reading ends when its task is cancelled, while it scans and while it reads items")
    func cancellation() async throws {
        let body = Array(("[" + Array(repeating: "{\"id\":1}", count: 10_000).joined(separator: ",") + "]").utf8)
        let bare = PageDecoder(items: DottedPath(""), id: .path(DottedPath("id")))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try bare.decode(body).itemCount
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try bare.decode(body).itemCount == 10_000)
    }

    // MARK: Errors

    @Test("Where no array of items is, the message says what is there instead")
    func noItems() {
        let cases: [(String, String)] = [
            (#"{"items":{"id":1}}"#, "the answer should have an array of items at “items”, but an object is there"),
            ("null", "the answer should have an array of items at “items”, but it is null without “items”"),
            (
                #"{"data":[1]}"#,
                "the answer should have an array of items at “items”, but it is an object without “items”"
            ),
            (
                #"{"error":"x"}"#,
                "the answer should have an array of items at “items”, but it is an object without “items”"
            ),
            ("[1]", "the answer should have an array of items at “items”, but it is an array without “items”"),
            (#"{"items":[1],"items":2}"#, "the answer should have an array of items at “items”, but a number is there"),
        ]
        for (text, message) in cases {
            do {
                _ = try decode(text)
                Issue.record("\(text) was accepted")
            } catch {
                #expect((error as? SourceError)?.message == message)
            }
        }
        func malformed(_ message: String) -> SourceError { SourceError(.malformed(message), url: nil) }
        #expect(throws: malformed("the answer should be an array of items, but it is an object")) {
            try PageDecoder(items: DottedPath(""), id: .path(DottedPath("id"))).decode(Array("{}".utf8))
        }
        let message = "the answer should have an array of items at “0.a.b”, but “0.a” is a string without “b”"
        #expect(throws: malformed(message)) {
            try PageDecoder(items: DottedPath("0.a.b"), id: .path(DottedPath("id"))).decode(Array(#"[{"a":"x"}]"#.utf8))
        }
    }

    @Test("A list that is null or missing in the object around it is empty, as is an answer without a body")
    func omittedList() throws {
        for body in [
            #"{"items":null}"#, "{}", #"{"kind":"list","header":{"revision":7},"count":0}"#, #"{"warnings":[]}"#,
        ] {
            #expect(try decode(body).itemCount == 0, "\(body)")
        }
        let inner = PageDecoder(items: DottedPath("a.b"), id: .path(DottedPath("id")))
        #expect(try inner.decode(Array(#"{"a":{}}"#.utf8)).items.isEmpty)
        #expect(throws: SourceError.self) { try inner.decode(Array("{}".utf8)) }
        let nothing = PageContent(
            status: 204, headers: HeaderFields(), body: [], url: try SourceURL("https://a/"), isTrusted: true)
        #expect(try inner.decode(nothing).items.isEmpty)
    }

    @Test(
        "What is not JSON is refused in whole",
        arguments: [
            "", " ", "<html>login</html>", "{\"items\":[{\"id\":1}", "{\"items\":[{\"id\":1}]} x",
            "{\"items\":[{\"id\":1},]}",
            "{\"items\":[{\"id\":1,\"x\":01}]}", "{\"items\":[],\"x\":\"\n\"}",
        ])
    func syntax(text: String) {
        #expect(throws: SourceError.self) { try decode(text) }
    }

    @Test("Deep nesting and invalid UTF-8 in a payload refuse the page, without a trap")
    func hostile() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(throws: SourceError.self) { try decode("{\"items\":[{\"id\":1,\"x\":\(deep)}]}") }
        let bytes = Array("{\"items\":[{\"id\":1,\"t\":\"".utf8) + [0xFF, 0xFE] + Array("\"}]}".utf8)
        #expect(throws: SourceError.self) { try decoder.decode(bytes) }
    }
}

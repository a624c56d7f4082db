import FeedCache
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

/// The same rows in every mode.
@Suite struct ListingTests {
    private struct Dish: Sendable {
        let id: Int
        let name: String?
        let payload: String

        static let fields: Fields<Dish> = [
            Field("id") { .number($0.id) }, Field("name") { .text($0.name) },
            Field("payload") { .verbatim($0.payload) },
        ]
    }

    private static let dishes = [
        Dish(id: 1, name: "寿司 🍣", payload: #"{"b": 1.0, "a": 12345678901234567890}"#),
        Dish(id: 2, name: nil, payload: "[]"),
        Dish(id: 3, name: "a,\"b\"\nc\u{1B}[31m", payload: "null"),
        Dish(id: 10, name: "", payload: #""=1+1""#),
    ]

    private func shown(_ mode: OutputMode, _ dishes: [Dish] = dishes, width: Int? = nil) throws -> String {
        var listing = Listing(dishes, fields: Dish.fields)
        listing.columns = [.number("#"), .text("name", isFlexible: true), .text("payload")]
        listing.cells = { ["\($0.id)", $0.name ?? "", $0.payload] }
        return try written { [listing] sink in
            try listing.write(
                as: mode, to: &sink, width: width, style: Style(.never, environment: [:], isTerminal: false))
        }
    }

    private func written(_ body: (inout BufferedOutput) throws -> Void) throws -> String {
        let folder = try TemporaryFolder()
        let descriptor = open(folder.path("out"), O_CREAT | O_WRONLY, 0o600)
        defer { close(descriptor) }
        var sink = BufferedOutput(Output(descriptor: descriptor))
        try body(&sink)
        try sink.flush()
        return try folder.text("out")
    }

    @Test("A table has what people look for, safe for a terminal")
    func table() throws {
        #expect(
            try shown(.table) == """
                 #  name           payload
                 1  寿司 🍣        {"b": 1.0, "a": 12345678901234567890}
                 2                 []
                 3  a,"b" c^[[31m  null
                10                 "=1+1"

                """)
    }

    @Test("Vertical is a block a record, with JSON laid out")
    func vertical() throws {
        #expect(
            try shown(.vertical, Array(Self.dishes.prefix(3))) == """
                -[ RECORD 1 ]-
                id       1
                name     寿司 🍣
                payload  {
                           "b": 1.0,
                           "a": 12345678901234567890
                         }
                -[ RECORD 2 ]-
                id       2
                name
                payload  []
                -[ RECORD 3 ]-
                id       3
                name     a,"b"
                         c^[[31m
                payload

                """)
    }

    @Test("JSON is one array, NDJSON its elements, with every token as it came")
    func json() throws {
        let records = [
            #"{"id":1,"name":"寿司 🍣","payload":{"b":1.0,"a":12345678901234567890}}"#,
            #"{"id":2,"name":null,"payload":[]}"#,
            ##"{"id":3,"name":"a,\"b\"\nc\u001b[31m","payload":null}"##,
            #"{"id":10,"name":"","payload":"=1+1"}"#,
        ]
        #expect(try shown(.json) == "[" + records.joined(separator: ",") + "]\n")
        #expect(try shown(.ndjson) == records.map { $0 + "\n" }.joined())
    }

    @Test("CSV has a header, nothing for null, JSON inside, and no formula")
    func csv() throws {
        #expect(
            try shown(.csv)
                == [
                    "id,name,payload", #"1,寿司 🍣,"{""b"":1.0,""a"":12345678901234567890}""#, "2,,[]",
                    "3,\"a,\"\"b\"\"\nc\u{1B}[31m\",", "10,,'=1+1",
                ].map { $0 + "\r\n" }.joined())
    }

    @Test("Without rows JSON is an empty array, CSV a header, and the rest nothing")
    func empty() throws {
        #expect(try shown(.json, []) == "[]\n")
        #expect(try shown(.csv, []) == "id,name,payload\r\n")
        for mode in [OutputMode.table, .vertical, .ndjson] { #expect(try shown(mode, []) == "") }
    }

    @Test("What surrounds the array in JSON is in no other mode")
    func document() throws {
        var listing = Listing([1, 2], fields: [Field("n") { .number($0) }])
        listing.document = { .object([("numbers", .array($0))]) }
        let plain = Style(.never, environment: [:], isTerminal: false)
        #expect(
            try written { try listing.write(as: .json, to: &$0, width: nil, style: plain) }
                == #"{"numbers":[{"n":1},{"n":2}]}"# + "\n")
        #expect(
            try written { try listing.write(as: .ndjson, to: &$0, width: nil, style: plain) }
                == #"{"n":1}"# + "\n" + #"{"n":2}"# + "\n")
    }

    @Test("A table of any length keeps the window and every row, in order", arguments: [3, 999, 1_000, 1_001, 2_500])
    func long(_ count: Int) throws {
        let dishes = (0..<count).map { Dish(id: $0, name: $0 == count - 1 ? "最後の長い長い名前" : "n", payload: "") }
        let lines = try shown(.table, dishes, width: 24).split(separator: "\n")
        #expect(lines.count == count + 1)
        for line in lines { #expect(DisplayWidth.of(String(line)) <= 24, "\(line)") }
        #expect(
            lines.dropFirst().map { $0.split(separator: " ").first.map(String.init) } == (0..<count).map(String.init))
        #expect(try shown(.table, dishes).contains("最後の長い長い名前"))
    }
}

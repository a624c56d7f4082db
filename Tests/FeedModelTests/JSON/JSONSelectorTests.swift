import Testing

@testable import FeedModel

@Suite struct JSONSelectorTests {
    private func select(
        _ paths: [String], rows: String? = nil, columns: [String] = [], in text: String
    ) throws -> (values: [String?], rows: [[String?]]?) {
        let bytes = Array(text.utf8)
        let selector = JSONSelector(
            paths: paths.map { DottedPath($0) }, rows: rows.map { DottedPath($0) },
            columns: columns.map { DottedPath($0) })
        let selection = try selector.select(in: bytes)
        func spelled(_ range: Range<Int>?) -> String? { range.map { String(decoding: bytes[$0], as: UTF8.self) } }
        return (
            paths.indices.map { spelled(selection.value($0)) },
            selection.rows.map { rows in
                rows.indices.map { row in
                    [spelled(rows[row])] + columns.indices.map { spelled(selection.cell(row: row, column: $0)) }
                }
            }
        )
    }

    @Test("Reading is given up before the row that is not wanted, whatever follows it")
    func abandoned() throws {
        let selector = JSONSelector(paths: [], rows: DottedPath("a"), columns: [DottedPath("b")])
        var asked: [Int] = []
        let error = #expect(throws: JSONSyntaxError.self) {
            try selector.select(in: Array(#"{"a":[{"b":1},{"b":2},{"b" no JSON"#.utf8)) { row in
                asked.append(row)
                return row < 2
            }
        }
        #expect(error?.reason == .abandoned)
        #expect(asked == [0, 1, 2])
        #expect(try selector.select(in: Array(#"{"a":[1,2]}"#.utf8)) { $0 < 2 }.rows?.count == 2)
    }

    @Test("Values are found by keys and indexes, and their bytes are as they stand")
    func values() throws {
        let text = #" [ {"a" : { "b":[10, 2.50 ] }, "0":"zero"} , "x" ] "#
        let found = try select(["", "0.a.b.1", "0.a.b", "0.0", "1", "2", "0.a.c", "1.a", "a"], in: text)
        #expect(
            found.values == [
                #"[ {"a" : { "b":[10, 2.50 ] }, "0":"zero"} , "x" ]"#, "2.50", "[10, 2.50 ]", "\"zero\"", "\"x\"", nil,
                nil,
                nil, nil,
            ])
    }

    @Test("The last of repeated keys counts, with all that is below it")
    func repeatedKeys() throws {
        #expect(try select(["a", "a.b", "a.c"], in: #"{"a":{"b":1},"a":{"c":2}}"#).values == ["{\"c\":2}", nil, "2"])
        #expect(try select(["a.b"], in: #"{"a":{"b":1},"a":5}"#).values == [nil])
        #expect(try select(["b"], in: #"{"b":1,"\u0062":2}"#).values == ["2"])
        let rows = try select(
            [], rows: "a.l", columns: ["id"], in: #"{"a":{"l":[{"id":1},{"id":2}]},"a":{"l":[{"id":3}]}}"#)
        #expect(rows.rows == [["{\"id\":3}", "3"]])
        #expect(try select([], rows: "l", in: #"{"l":[1],"l":{}}"#).rows == nil)
        #expect(
            try select([], rows: "l", columns: ["x", "x.y"], in: #"{"l":[{"x":{"y":1},"x":2}]}"#).rows?[0][1...] == [
                "2", nil,
            ])
    }

    @Test("Escaped keys are the keys they spell, and keys are compared by scalars")
    func keys() throws {
        #expect(try select(["日本"], in: #"{"\u65e5\u672c":1}"#).values == ["1"])
        #expect(try select(["é"], in: "{\"e\u{301}\":1}").values == [nil])
        #expect(try select(["a..b"], in: #"{"a":{"":{"b":7}}}"#).values == ["7"])
    }

    @Test("A number is an index in arrays and a key in objects")
    func numbers() throws {
        #expect(try select(["1"], in: "[5,6]").values == ["6"])
        #expect(try select(["1"], in: #"{"1":6}"#).values == ["6"])
        #expect(try select(["01"], in: "[5,6]").values == [nil])
        #expect(try select(["01"], in: #"{"01":6}"#).values == ["6"])
    }

    @Test("Rows come with their columns, missing ones as nothing")
    func rows() throws {
        let text = #"{"list":[ {"id":1,"v":{"at":"x"}} , 5, {"v":[]}, [] ],"more":true}"#
        let found = try select(["more", "list"], rows: "list", columns: ["id", "v.at", "v"], in: text)
        #expect(found.values[0] == "true")
        #expect(
            found.rows == [
                [#"{"id":1,"v":{"at":"x"}}"#, "1", "\"x\"", #"{"at":"x"}"#], ["5", nil, nil, nil],
                [#"{"v":[]}"#, nil, nil, "[]"],
                ["[]", nil, nil, nil],
            ])
        #expect(try select([], rows: "", columns: ["id"], in: "[]").rows == [])
        #expect(try select([], rows: "", in: "{}").rows == nil)
    }

    @Test("A path may lead into the rows, or through them when they are no list")
    func insideRows() throws {
        #expect(
            try select(["1.id", "", "1"], rows: "", in: #"[{"id":1},{"id":2}]"#).values == [
                "2", #"[{"id":1},{"id":2}]"#, #"{"id":2}"#,
            ])
        #expect(try select(["l.total"], rows: "l", in: #"{"l":{"total":3}}"#).values == ["3"])
        #expect(try select(["l.0.x"], rows: "l", columns: ["x"], in: #"{"l":[{"x":9}]}"#).values == ["9"])
    }

    @Test("The whole text is checked, also behind and beside what was asked for")
    func strict() {
        for text in [
            #"{"a":1} x"#, #"{"a":1,"b":[1,]}"#, #"{"a":1,"b":"\q"}"#, #"{"a":1,"#, "", #"[{"a":1},]"#, #"{"b":01}"#,
        ] {
            #expect(throws: JSONSyntaxError.self, "\(text)") { try select(["a"], rows: "", columns: ["a"], in: text) }
        }
    }

    @Test("The limit of depth counts the brackets on the way to a value")
    func depth() throws {
        let path = Array(repeating: "a", count: 511).joined(separator: ".")
        let open = String(repeating: "{\"a\":", count: 511)
        let close = String(repeating: "}", count: 511)
        #expect(try select([path], in: open + "[]" + close).values == ["[]"])
        #expect(throws: JSONSyntaxError.self) { try select([path], in: open + "[[]]" + close) }
        let tooFar = Array(repeating: "a", count: 5000).joined(separator: ".")
        #expect(throws: JSONSyntaxError.self) {
            try select(
                [tooFar], in: String(repeating: "{\"a\":", count: 5000) + "1" + String(repeating: "}", count: 5000))
        }
    }
}

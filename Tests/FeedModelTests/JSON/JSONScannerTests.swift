import Testing

@testable import FeedModel

@Suite struct JSONScannerTests {
    private func reason(_ bytes: [UInt8]) -> JSONSyntaxError.Reason? {
        do throws(JSONSyntaxError) {
            try JSONDocument.validate(bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    private func reason(_ text: String) -> JSONSyntaxError.Reason? { reason(Array(text.utf8)) }

    @Test(
        "Every kind of value may stand at the top",
        arguments: [
            "null", "true", "false", "0", "-0", "12", "-12.5e+3", "1E9", "0.0e-0", "\"\"", "\"a\"", "[]", "{}", " [ ] ",
            "[1,2]", "{\"\":0}", "{\"a\":[{\"b\":null}],\"a\":1}", "\t\r\n 1 \n", "[[],{},[{}]]",
            "1234567890123456789012345678901234567890", "1e999999999", "[true,false,null]",
        ])
    func accepted(text: String) throws {
        let range = try JSONDocument.validate(Array(text.utf8))
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == text.trimming())
    }

    @Test(
        "What RFC 8259 does not have is refused",
        arguments: [
            "[1,]", "{\"a\":1,}", "[,1]", "[1 2]", "{\"a\" 1}", "{a:1}", "{'a':1}", "{\"a\":}", "{1:2}", "[1}", "{]",
            "]",
            "}", ",", ":", "nul", "nulL", "True", "NaN", "Infinity", "-Infinity", "undefined", "// c\n1", "/**/1",
            "1 2",
            "[]]", "{}{}", "<html>", "\u{FEFF}", "\u{A0}1", "\u{0}", "1\u{0}", "[\u{0}]", "\u{B}1", "\u{C}1",
        ])
    func refused(text: String) {
        #expect(reason(text) != nil)
    }

    @Test(
        "Numbers outside the grammar are refused",
        arguments: [
            "01", "-01", "00", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "1.5.5", "--1", "0x1", "1_0", "-a", "1e1.5",
        ])
    func numbers(text: String) {
        for wrapped in [text, "[\(text)]", "{\"a\":\(text)}"] { #expect(reason(wrapped) != nil, "\(wrapped)") }
    }

    @Test("The reason and the offset say where the reading stopped")
    func reasons() {
        let cases: [(String, JSONSyntaxError.Reason, Int)] = [
            ("", .empty, 0), ("  ", .empty, 2), ("[1", .unexpectedEnd, 2), ("{\"a", .unexpectedEnd, 3),
            ("\"a\\", .unexpectedEnd, 3), ("\"a\\u12", .unexpectedEnd, 6), ("[1,]", .unexpectedByte, 3),
            ("[01]", .invalidNumber, 2), ("-", .unexpectedEnd, 1), ("\"\\x\"", .invalidEscape, 1),
            ("\"\\u12G4\"", .invalidEscape, 1), ("\"a\nb\"", .controlCharacter, 2), ("1 x", .trailingBytes, 2),
            ("tru", .unexpectedEnd, 3),
        ]
        for (text, reason, offset) in cases {
            #expect(throws: JSONSyntaxError(reason: reason, offset: offset), "\(text)") {
                try JSONDocument.validate(Array(text.utf8))
            }
        }
    }

    @Test("Each control character must be escaped, at any place in a string, and DEL need not")
    func controls() {
        for byte in UInt8(0)..<0x20 {
            for before in 0..<18 {
                let text = [0x22] + [UInt8](repeating: 0x61, count: before) + [byte] + Array("bcdefghijk\"".utf8)
                #expect(reason(text) == .controlCharacter, "byte \(byte) after \(before)")
            }
        }
        #expect(reason("\"\u{7F}\"") == nil)
    }

    @Test("Strings end at their quote wherever it falls in the words they are read by")
    func stringEnds() throws {
        for length in 0..<40 {
            let plain = String(repeating: "x", count: length)
            for text in [
                "\"\(plain)\"", "\"\(plain)\\\"\(plain)\"", "\"\(plain)\\\\\"", "\"\(plain)é\(plain)\"",
                "[\"\(plain)\",1]",
            ] {
                #expect(try JSONDocument.validate(Array(text.utf8)).count == text.utf8.count, "\(text)")
            }
            #expect(reason("\"\(plain)") == .unexpectedEnd)
            #expect(reason("\"\(plain)\\\"") == .unexpectedEnd)
        }
    }

    @Test("UTF-8 is accepted and refused exactly as the standard library judges it")
    func utf8() {
        var interesting: [[UInt8]] = []
        let leads: [UInt8] = [
            0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5,
            0xF8, 0xFF,
        ]
        let tails: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for lead in leads {
            interesting.append([lead])
            for second in tails {
                interesting.append([lead, second])
                for third in tails {
                    interesting.append([lead, second, third])
                    for fourth in tails { interesting.append([lead, second, third, fourth]) }
                }
            }
        }
        for bytes in interesting {
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let accepted = reason([0x22] + bytes + [0x22]) == nil
            if isValid != accepted { Issue.record("\(bytes): valid \(isValid), accepted \(accepted)") }
        }
        #expect(reason([0x22, 0xE3, 0x81]) == .invalidUTF8)
        #expect(reason([0x5B, 0xFF, 0x5D]) == .unexpectedByte)
    }

    @Test("Arrays and objects nest 512 deep and no deeper", arguments: ["[]", "{}"])
    func depth(brackets: String) throws {
        let open = brackets == "[]" ? "[" : "{\"a\":"
        let close = String(brackets.suffix(1))
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth - 1) + brackets + String(repeating: close, count: depth - 1)
        }
        for depth in [1, 63, 64, 65, 128, 511, 512] { #expect(reason(nested(depth)) == nil, "\(depth)") }
        #expect(reason(nested(513)) == .tooDeep)
        #expect(reason(nested(100_000)) == .tooDeep)
        #expect(reason(String(repeating: open, count: 1_000_000)) == .tooDeep)
    }

    @Test("A UTF-8 byte order mark is skipped at the start and nowhere else")
    func byteOrderMark() throws {
        #expect(try JSONDocument.validate([0xEF, 0xBB, 0xBF] + Array(" 1".utf8)) == 4..<5)
        #expect(reason([0xEF, 0xBB, 0xBF]) == .empty)
        #expect(reason([0x5B, 0xEF, 0xBB, 0xBF, 0x5D]) == .unexpectedByte)
        #expect(reason([0xEF, 0xBB, 0x31]) == .unexpectedByte)
    }

    @Test("Half a surrogate pair may be escaped: the grammar has it")
    func surrogates() {
        for text in ["\"\\ud800\"", "\"\\uDC00\"", "\"\\ud83d\\ude00\"", "\"\\ud800\\ud800\""] {
            #expect(reason(text) == nil)
        }
    }

    @Test("Every beginning of a text is refused, and says that it ended or where it went wrong")
    func prefixes() {
        let text = Array("{\"a\":[1.5e3,\"\\u00e9é\\n\",true,null,{}],\"日本\":false}".utf8)
        for length in 0..<text.count {
            #expect(reason(Array(text[..<length])) != nil, "\(length)")
        }
        #expect(reason(text) == nil)
    }
}

extension String {
    fileprivate func trimming() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

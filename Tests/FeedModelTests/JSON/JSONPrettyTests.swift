import FeedModel
import TestSupport
import Testing

@Suite struct JSONPrettyTests {
    private func indented(_ text: String) -> String {
        String(decoding: JSONPretty.indented(Array(text.utf8)[...]), as: UTF8.self)
    }

    private func singleLine(_ text: String) -> String {
        String(decoding: JSONPretty.singleLine(Array(text.utf8)[...]), as: UTF8.self)
    }

    @Test("One element a line, empty containers closed, tokens untouched")
    func layout() {
        #expect(
            indented(#"{"b":[1.0,{ }, [ ] ],"a":"x,y:{}\" z","a":9007199254740993}"#) == """
                {
                  "b": [
                    1.0,
                    {},
                    []
                  ],
                  "a": "x,y:{}\\" z",
                  "a": 9007199254740993
                }
                """)
        #expect(indented(" 1 ") == "1")
    }

    @Test("One line holds no white space outside strings")
    func line() {
        #expect(singleLine("{ \"a b\" :\n [ 1 ,\t2 ],\r\n\"c\": \"\\n \" }") == #"{"a b":[1,2],"c":"\n "}"#)
    }

    @Test("Both forms change white space only: one undoes the other, and the value stays")
    func roundTrip() throws {
        for seed in SeededGenerator.seeds(200) {
            var generator = SeededGenerator(seed: seed)
            let bytes = RandomJSON.text(using: &generator)
            let line = JSONPretty.singleLine(bytes[...])
            let pretty = JSONPretty.indented(bytes[...])
            #expect(JSONPretty.singleLine(pretty[...]) == line, "seed \(seed)")
            #expect(JSONPretty.singleLine(line[...]) == line, "seed \(seed)")
            #expect(!line.contains(0x0A), "seed \(seed)")
            try JSONDocument.validate(line)
            try JSONDocument.validate(pretty)
        }
    }

    @Test("What is no JSON comes out as something, without a trap")
    func garbage() {
        for text in ["", "\"", "\"\\", "]]]}", "[[[", "{\"a", "{]", ":,:", "tru\"e"] {
            _ = indented(text)
            _ = singleLine(text)
        }
    }
}

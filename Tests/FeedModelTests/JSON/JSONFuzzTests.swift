import Foundation
import TestSupport
import Testing

@testable import FeedModel

/// Mutated texts against Foundation's reader. They differ on purpose in what `differsByDesign` names.
@Suite struct JSONFuzzTests {
    private static let corpus: [[UInt8]] = [
        #"[{"page":1,"photos":[{"id":7,"t":"日本語 🍣","u":1700000000000},{"id":"x\u00e9\n"}],"has_next_page":false}]"#,
        #"{"items":[{"id":-0,"v":1.5e3,"n":null,"b":true},{}],"next":"https:\/\/a.example\/?c=%20","total":2}"#,
        #" [ 0 , -1.25E-2 , "" , [ ] , { } , "\ud83c\udf63" , false ] "#,
        #"{"a":{"b":{"c":[[[["deep"]]]]}},"abcdefghijklmnopqrstuvwxyz":"0123456789 0123456789 0123456789"}"#,
    ].map { Array($0.utf8) }

    private func foundationAccepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    private func differsByDesign(_ bytes: [UInt8], accepted: Bool) -> Bool {
        // Foundation guesses UTF-16 and UTF-32 from zeros and byte order marks at the start.
        if bytes.prefix(4).contains(where: { $0 == 0 || $0 >= 0xEF }) { return true }
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if accepted {
            // It refuses escapes of unpaired surrogates, and numbers that no Double holds.
            return text.contains("\\ud") || text.contains(/e[+-]?[0-9]{3}/)
        }
        // It lets a comma stand before a closing bracket.
        return text.contains(/,\s*[}\]]/)
    }

    @Test("Mutated texts never trap, and are accepted exactly when Foundation accepts them")
    func agreesWithFoundation() {
        for seed in SeededGenerator.seeds(4000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = Self.corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            let accepted = (try? JSONDocument.validate(bytes)) != nil
            if accepted == foundationAccepts(bytes) || differsByDesign(bytes, accepted: accepted) { continue }
            Issue.record("seed \(seed): \(accepted ? "accepted" : "refused") \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("Selecting accepts exactly what validating accepts, and finds what a walk by members finds")
    func selectorAgreesWithDocument() throws {
        let paths = ["0.photos", "0.photos.0.id", "items.1", "a.b.c.0.0", "next", ""].map { DottedPath($0) }
        let selector = JSONSelector(
            paths: paths, rows: DottedPath("items"), columns: [DottedPath("id"), DottedPath("v")])
        for seed in SeededGenerator.seeds(2000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = Self.corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            let document = try? JSONDocument(bytes)
            let selection = try? selector.select(in: bytes)
            #expect((document == nil) == (selection == nil), "seed \(seed)")
            guard let document, let selection else { continue }
            for (number, path) in paths.enumerated() {
                #expect(selection.value(number) == find(path, in: document), "seed \(seed), \(path)")
            }
            let list = find(DottedPath("items"), in: document).map { document.elements(of: $0) }
            if let rows = selection.rows { #expect(rows == list, "seed \(seed)") }
        }
    }

    @Test("Random texts are read by Foundation as by members and elements")
    func generated() throws {
        for seed in SeededGenerator.seeds(300) {
            var generator = SeededGenerator(seed: seed)
            let document = try JSONDocument(RandomJSON.text(using: &generator))
            let data = Data(document.slice(document.root))
            let expected = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? NSObject
            #expect(object(at: document.root, in: document) == expected, "seed \(seed)")
        }
    }

    /// The plain way: by the lists of members and elements.
    private func find(_ path: DottedPath, in document: JSONDocument) -> Range<Int>? {
        var place = document.root
        for component in path.components {
            let elements = document.elements(of: place)
            let member = document.members(of: place).last {
                $0.key.unicodeScalars.elementsEqual(component.key.unicodeScalars)
            }
            if let member {
                place = member.value
            } else if let index = component.index, elements.indices.contains(index) {
                place = elements[index]
            } else {
                return nil
            }
        }
        return place
    }

    private func object(at range: Range<Int>, in document: JSONDocument) -> NSObject {
        switch document.scalar(at: range) {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let text): Int(text).map { NSNumber(value: $0) } ?? NSNumber(value: Double(text) ?? .nan)
        case .string(let text): NSString(string: text)
        case .array: NSArray(array: document.elements(of: range).map { object(at: $0, in: document) })
        case .object:
            NSDictionary(
                dictionary: Dictionary(
                    document.members(of: range).map { ($0.key, object(at: $0.value, in: document)) },
                    uniquingKeysWith: { $1 }))
        }
    }
}

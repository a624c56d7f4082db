import Foundation
import TestSupport
import Testing

@testable import FeedModel

@Suite struct FeedDocumentTests {
    private static let sample = #"""
        {"run": 4, "sections": [
          {"id": "top", "type": "ranking", "title": "Top 5", "layout": "list", "collection": "articles", "rows": [
            {"row": 0, "kind": "content", "index": 0, "id": "1", "version": "7", "payload": {"b": 1, "a": 10.0}},
            {"row": 1, "kind": "ad", "slot": 2, "ad": "x", "payload": {"id": "x"}},
            {"row": 2, "kind": "content", "id": 7, "version": null, "payload": null}]},
          {"id": "words", "type": "chips", "title": "", "layout": "chips", "collection": null, "rows": []}]}
        """#

    private func feed(_ text: String) throws -> FeedScreen { try FeedScreen(document: Array(text.utf8)) }

    private func error(_ text: String) -> FeedDocumentError? {
        do {
            _ = try FeedScreen(document: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("Everything that matters is read, payloads as they were sent")
    func reading() throws {
        let feed = try feed(Self.sample)
        #expect(feed.run == 4)
        #expect(feed.sections.map(\.section.id) == ["top", "words"])
        #expect(feed.sections.map(\.section.collection) == ["articles", nil])
        #expect(feed.sections[0].section.title == "Top 5")
        #expect(
            feed.sections[0].rows == [
                .content(index: 0, id: "1", version: "7", payload: #"{"b":1,"a":10.0}"#),
                .ad(slot: 2, serial: 0, id: "x", payload: #"{"id":"x"}"#),
                .content(index: 1, id: "7", version: nil, payload: "null"),
            ])
    }

    @Test("A document that was indented since is the same feed")
    func indented() throws {
        let text = Self.sample
        let indented = JSONPretty.indented(Array(text.utf8)[...])
        #expect(Changeset(from: try feed(text), to: try FeedScreen(document: indented)).isEmpty)
    }

    @Test(
        "A row changed if its bytes or its version did",
        arguments: [
            ("\"version\": \"7\"", "\"version\": \"8\""), ("\"version\": \"7\"", "\"version\": null"),
            ("10.0", "10"), ("{\"b\": 1, \"a\": 10.0}", "{\"a\": 10.0, \"b\": 1}"),
        ])
    func change(old: String, new: String) throws {
        let changed = Self.sample.replacingOccurrences(of: old, with: new)
        let changes = Changeset(from: try feed(Self.sample), to: try feed(changed))
        let first = RowPosition(section: 0, row: 0)
        #expect(changes.updates == [OffsetPair(old: first, new: first)])
        #expect(changes.count == 1)
    }

    @Test("Another place among the content is no change of a row")
    func shifted() throws {
        let changed = Self.sample.replacingOccurrences(of: "\"index\": 0", with: "\"index\": 9")
        #expect(Changeset(from: try feed(Self.sample), to: try feed(changed)).isEmpty)
    }

    @Test(
        "A section changed if its type, title, layout or collection did",
        arguments: [("ranking", "chart"), ("Top 5", "Top 6"), ("\"list\"", "\"mosaic\""), ("articles", "news")])
    func header(old: String, new: String) throws {
        let changed = Self.sample.replacingOccurrences(of: old, with: new)
        let changes = Changeset(from: try feed(Self.sample), to: try feed(changed))
        #expect(changes.sectionUpdates == [OffsetPair(old: 0, new: 0)])
        #expect(changes.count == 1)
    }

    @Test("An ad and an item of the same ID are two, and so are two spellings of one letter")
    func identities() {
        #expect(
            FeedRow.ad(slot: 0, serial: 0, id: "1", payload: "").identity
                != FeedRow.content(index: 0, id: "1", version: nil, payload: "").identity)
        let composed = FeedRow.content(index: 0, id: "\u{E9}", version: nil, payload: "\u{E9}")
        let decomposed = FeedRow.content(index: 0, id: "e\u{301}", version: nil, payload: "e\u{301}")
        #expect(composed.identity != decomposed.identity)
        #expect(!composed.hasSameContent(as: decomposed))
    }

    @Test("What is not a feed is refused with its place and what belongs there")
    func refused() {
        #expect(error(#"{"sections": 7}"#)?.message == "not a feed: “sections” is a number, not an array")
        #expect(error("[]")?.message == "not a feed: the document is an array, not an object")
        #expect(error("{}") == .missing(path: "sections"))
        #expect(error(#"{"run": 1.5, "sections": []}"#)?.message == "not a feed: “run” is 1.5, not an integer")
        #expect(error(#"{"run": 99999999999999999999, "sections": []}"#)?.code == "feed_document_unexpected")
        #expect(error(#"{"sections": [3]}"#)?.message == "not a feed: “sections[0]” is a number, not an object")
        #expect(error(#"{"sections": [{"id": "a"}]}"#) == .missing(path: "sections[0].rows"))
        #expect(error(#"{"sections": [{"id": null, "rows": []}]}"#)?.code == "feed_document_unexpected")
        func row(_ row: String) -> String { #"{"sections": [{"id": "a", "rows": [\#(row)]}]}"# }
        #expect(error(row("{}")) == .missing(path: "sections[0].rows[0].kind"))
        #expect(error(row(#"{"kind": "ad", "payload": 1}"#)) == .missing(path: "sections[0].rows[0].ad"))
        #expect(error(row(#"{"kind": "content", "id": "1"}"#)) == .missing(path: "sections[0].rows[0].payload"))
        #expect(
            error(row(#"{"kind": "video", "id": "1"}"#))?.message
                == "not a feed: “sections[0].rows[0].kind” is “video”, not “content” or “ad”")
    }

    @Test("Any bytes give a feed or an error, never a trap")
    func damaged() {
        let bytes = Array(Self.sample.utf8)
        for end in bytes.indices {
            #expect(throws: FeedDocumentError.self) { try FeedScreen(document: Array(bytes[..<end])) }
        }
        for seed in SeededGenerator.seeds(2000) {
            var generator = SeededGenerator(seed: seed)
            var damaged = bytes
            for _ in 0..<3 {
                let index = Int.random(in: damaged.indices, using: &generator)
                damaged[index] = bytes.randomElement(using: &generator) ?? 0
            }
            _ = try? FeedScreen(document: damaged)
        }
    }
}

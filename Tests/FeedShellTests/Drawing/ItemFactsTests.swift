import FeedModel
import TestSupport
import Testing

@testable import FeedShell

@Suite struct ItemFactsTests {
    @Test("Title, short facts, a longer text and the image's ratio are found by their names")
    func names() {
        let facts = ItemFacts(
            #"""
            {"id": 1, "title": "Sushi", "area": "Ginza", "author": "Aoi", "subtitle": "Sushi", "description": "Fresh.",
             "images": [{"width": 200, "height": 300}, {"width": 1, "height": 9}]}
            """#)
        #expect(facts.title == "Sushi" && facts.detail == "Aoi · Ginza" && facts.remark == "Fresh.")
        #expect(facts.imageRatio == 1.5)
    }

    @Test("The ratio may be in the item or in one image; what is no size gives none")
    func ratios() {
        #expect(ItemFacts(drawing: #"{"width": 2, "height": 1}"#).imageRatio == 0.5)
        #expect(ItemFacts(drawing: #"{"image": {"width": 4, "height": 1e0}}"#).imageRatio == 0.25)
        for size in ["0", "-3", "\"4\"", "null", "[]"] {
            #expect(ItemFacts(drawing: #"{"width": \#(size), "height": 1}"#).imageRatio == nil)
        }
        #expect(ItemFacts(drawing: #"{"images": []}"#).imageRatio == nil)
    }

    @Test("A payload that is no object still has a title")
    func scalars() {
        #expect(ItemFacts(drawing: "\"tea\"").title == "tea")
        #expect(
            ItemFacts(drawing: "[1]") == ItemFacts(drawing: "{}")
                && ItemFacts(drawing: "nonsense") == ItemFacts(drawing: "{}"))
    }

    @Test("Texts are defused, on one line and of a length that can be shown")
    func defused() {
        let long = String(repeating: "長", count: 100_000)
        let facts = ItemFacts(
            drawing: "{\"title\": \"  a\\u001b[31m\\nb \", \"area\": \"\\u202e\", \"text\": \"\(long)\"}")
        #expect(facts.title == "a^[[31m b" && facts.detail == "\\u{202e}")
        #expect(facts.remark.count < 5_000)
    }
}

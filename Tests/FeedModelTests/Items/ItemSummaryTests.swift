import FeedModel
import Testing

@Suite struct ItemSummaryTests {
    @Test(
        "The title is the text of the field that most likely names the item",
        arguments: [
            (#"{"id": 1, "name": "B", "title": "A"}"#, "A"),
            (#"{"id": 1, "title": "", "headline": "A"}"#, "A"),
            (#"{"id": 1, "title": {"rendered": "A &amp; B", "protected": false}}"#, "A &amp; B"),
            (#"{"id": 1, "name": {"de": "Apfel", "en": "Apple"}}"#, "Apple"),
            (#"{"id": 1, "name": {"de": "Apfel", "fr": "Pomme"}}"#, "Apfel"),
            (#"{"id": 1, "title": ["A", "B"]}"#, "A"),
            (#"{"id": 1, "title": [{"type": "text", "text": {"content": "A"}, "plain_text": "A"}]}"#, "A"),
            (#"{"type": "articles", "id": "1", "attributes": {"title": "A", "url": "B"}}"#, "A"),
            (#"{"id": "1", "url": "B", "fields": {"name": "A"}}"#, "A"),
            (#"{"cursor": "x", "node": {"id": 1, "title": "A"}}"#, "A"),
            (#"{"id": "x", "slug": "a"}"#, "a"),
            (#"{"id": 1, "title": {"a": {"b": {"c": {"d": "too deep"}}}}, "slug": "a"}"#, "a"),
            (#"{"id": 1, "title": [], "name": {}, "label": null}"#, ""),
            (#"{"title": "B", "t\u0069tle": "A"}"#, "A"),
            (#"{"title": "B", "title": 3, "name": "A"}"#, "A"),
            (#"{"attributes": {"title": "B"}, "fields": {"title": "A"}}"#, "A"),
            (#"{"attributes": {"title": "B"}, "fields": {"title": 3}, "slug": "A"}"#, "A"),
            (#"{"attributes": {"title": "B"}, "attributes": 3, "slug": "A"}"#, "A"),
            (#"{"title": {"en": "", "value": "A", "en": {"text": "", "fr": ""}}}"#, "A"),
            (#"{"\u0069d": "x", "slug": "", "slug": "A"}"#, "A"),
            (#""A""#, "A"), ("7", ""), ("no JSON", ""),
        ])
    func titles(payload: String, title: String) {
        #expect(ItemSummary.title(of: payload) == title)
    }
}

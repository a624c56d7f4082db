// What the comments of the project's own types take as given. Nothing of it runs.

import FeedCache
import FeedModel
import LocalServer

func given<Value>() -> Value { fatalError("an example does not run") }

func apply(_ changes: Changeset, showing feed: [FeedSection]) {}
func log(_ line: String) {}
func show(_ value: Any) {}
func sync() {}

struct ScrollView {
    var contentHeight: Double
}

@MainActor let body: [UInt8] = given()
@MainActor let cache: FeedEngine = given()
@MainActor let firstPage: [LayoutItem] = given()
@MainActor let next: [FeedSection] = given()
@MainActor let responder: any LocalResponder = given()
@MainActor let secondPage: [LayoutItem] = given()
@MainActor let shown: [FeedSection] = given()
@MainActor var scrollView: ScrollView = given()

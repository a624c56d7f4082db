// What the text around an app's examples takes as given. Nothing of it runs.

import FeedAssets
import FeedCache
import FeedMock
import FeedStream
import Foundation

func given<Value>() -> Value { fatalError("an example does not run") }

struct Photo: Codable, Sendable {
    let id: Int
}

struct Session: Sendable {
    let userID: String

    func token() async throws -> String { given() }
}

struct Mirror {
    let token: String?

    func add(_ message: FeedMessage) {}
    func commit(_ token: String) throws {}
}

struct MyClient {
    init(_ baseURL: String) {}

    func loadPhotos() async throws {}
}

struct Card: View {
    let row: FeedScreenRow

    var body: some View { Text("") }
}

func show(_ value: Any) {}
func notify(_ message: FeedMessage) {}

let repository: FeedRepository = given()
let session: Session = given()

@MainActor let bundle: Bundle = given()
@MainActor let change: FeedChange = given()
@MainActor let changes: FeedChanges = given()
@MainActor let collections: [FeedManifest.Collection] = given()
@MainActor let collectionView: ListView = given()
@MainActor let decoder: JSONDecoder = given()
@MainActor let folder: URL = given()
@MainActor let item: FeedItem = given()
@MainActor let manifest: FeedManifest = given()
@MainActor let mirror: Mirror = given()
@MainActor let mock: MockServer = given()
@MainActor let model: FeedScreenModel = given()
@MainActor let server: MockServer = given()
@MainActor let tappedRow: FeedRow.ID = given()
@MainActor let url: URL = given()
@MainActor let user: (id: String, name: String) = given()
@MainActor let visibleRows: [FeedRow.ID] = given()
@MainActor var configuration: MockConfiguration = given()
@MainActor var screen: FeedScreen = given()

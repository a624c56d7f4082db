import FeedCache
import FeedSource
import Foundation
import Synchronization

/// A server of one screen that a test changes. The lock guards the screen.
final class PreviewWorld: Transport {
    struct Item: Encodable, Equatable {
        struct Image: Encodable, Equatable {
            var width = 100
            var height = 75
            var url: String?
        }

        var id: String
        var title: String
        var description: String?
        var image = Image()

        /// An item with a title of its own.
        init(_ id: String, title: String? = nil, description: String? = nil, height: Int = 75) {
            self.id = id
            self.title = title ?? "Item \(id)"
            self.description = description
            image.height = height
        }
    }

    struct Section: Encodable, Equatable {
        private enum CodingKeys: String, CodingKey {
            case id, layout, items, collection
            case type = "sectionType"
            case title = "sectionTitle"
        }

        var id: String
        var layout: String
        var title: String
        var type = "made"
        /// Nil for the items of the list.
        var items: [Item]?
        var collection: String?

        init(_ id: String, _ layout: String, _ items: [Item], title: String? = nil) {
            (self.id, self.layout, self.items) = (id, layout, items)
            self.title = title ?? "Section \(id)"
        }

        /// The section of the list.
        init(list id: String, _ layout: String) {
            (self.id, self.layout, self.title, collection) = (id, layout, "The list", "photos")
        }
    }

    struct Screen: Encodable, Equatable {
        var sections: [Section]
        /// The items of the list.
        var photos: [Item] = []
    }

    private struct List: Encodable {
        private enum CodingKeys: String, CodingKey {
            case items
            case hasNext = "has_next"
        }

        let items: [Item]
        let hasNext: Bool
    }

    private static let pageSize = 5_000

    static let manifest = """
        [source]
        name = "made"
        base_url = "https://api.example.com/v1"
        retry = { attempts = 1 }

        [sections]
        path = "sections"

        [[collections]]
        name = "photos"
        path = "photos"
        items = "items"
        id = "id"
        paging = { style = "page", param = "page", first = 1, has_next = "has_next" }
        """

    private let state: Mutex<Screen>

    /// How many items the list has after those of the screen.
    private let others: Int

    init(_ screen: Screen, others: Int = 0) {
        state = Mutex(screen)
        self.others = others
    }

    var screen: Screen {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let url = request.url.description
        let encoder = JSONEncoder()
        // Else the bytes of an item would change with each answer.
        encoder.outputFormatting = .sortedKeys
        let body =
            url.contains("/sections")
            ? try encoder.encode(screen)
            : try encoder.encode(list(page: url.firstMatch(of: #/page=(\d+)/#).flatMap { Int($0.1) } ?? 1))
        return TransportResponse(status: 200, body: Array(body))
    }

    /// The items of the screen are on the first page.
    private func list(page: Int) -> List {
        let end = min(others, page * Self.pageSize)
        let items = [Item].numbered("other", (page - 1) * Self.pageSize..<end)
        return List(items: page == 1 ? screen.photos + items : items, hasNext: end < others)
    }
}

extension [PreviewWorld.Item] {
    /// Numbered items, of images in several ratios.
    static func numbered(_ name: String, _ numbers: some Sequence<Int>) -> [PreviewWorld.Item] {
        numbers.map { PreviewWorld.Item("\(name)\($0)", height: 40 + ($0 * 37) % 160) }
    }
}

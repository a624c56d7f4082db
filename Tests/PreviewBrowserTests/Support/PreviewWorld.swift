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
        let items: [Item]
    }

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
        paging = { style = "none" }
        """

    private let state: Mutex<Screen>

    init(_ screen: Screen) {
        state = Mutex(screen)
    }

    var screen: Screen {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let screen = screen
        let encoder = JSONEncoder()
        // Else the bytes of an item would change with each answer.
        encoder.outputFormatting = .sortedKeys
        let body =
            request.url.description.contains("/sections")
            ? try encoder.encode(screen) : try encoder.encode(List(items: screen.photos))
        return TransportResponse(status: 200, body: Array(body))
    }
}

extension [PreviewWorld.Item] {
    /// Numbered items, of images in several ratios.
    static func numbered(_ name: String, _ numbers: some Sequence<Int>) -> [PreviewWorld.Item] {
        numbers.map { PreviewWorld.Item("\(name)\($0)", height: 40 + ($0 * 37) % 160) }
    }
}

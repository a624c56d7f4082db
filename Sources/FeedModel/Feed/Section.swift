package struct Section: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case inline([FeedItem])
        case collection(String)
    }

    /// The server's ID, else derived from type and title so that it is stable under reordering.
    package let id: String
    /// The type, any word. Unknown ones are kept as they are.
    package let type: String
    package let title: String
    /// How to draw it: the server's `layout`, else the type where it names a layout, else `list`.
    package let layout: String
    package let content: Content
    package let ads: String?
    /// The section as the server sent it, but for items that are in it: an object.
    package let payload: String

    package init(
        id: String, type: String, title: String, layout: String, content: Content, ads: String? = nil,
        payload: String = "{}"
    ) {
        (self.id, self.type, self.title, self.layout) = (id, type, title, layout)
        (self.content, self.ads, self.payload) = (content, ads, payload)
    }

    package var collection: String? {
        if case .collection(let name) = content { name } else { nil }
    }

    /// The section of a collection where the server arranges nothing.
    package static func implicit(for collection: String) -> Section {
        Section(id: collection, type: collection, title: collection, layout: "list", content: .collection(collection))
    }
}

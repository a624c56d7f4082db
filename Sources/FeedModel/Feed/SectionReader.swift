struct SectionReader {
    let document: JSONDocument
    let shape: SectionShape
    let range: Range<Int>
    let index: Int

    func read() throws(SectionConfigError) -> Section {
        guard document.scalar(at: range) == .object else { throw error("it is no object") }
        guard let type = try text(shape.type), !type.isEmpty else { throw error("it has no “\(shape.type)”") }
        let title = try text(shape.title) ?? ""
        let id = try id() ?? (title.isEmpty ? type : "\(type):\(title)").replacing("\u{0}", with: "\u{FFFD}")
        let layout = try text(shape.layout) ?? SectionLayout(named: type).rawValue
        return Section(
            id: id, type: type, title: title, layout: layout, content: try content(), ads: try ads(), payload: payload)
    }

    /// All its members but the items.
    private var payload: String {
        document.object(document.members(of: range).filter { $0.key != Self.items })
    }

    private static let items = "items"

    private func content() throws(SectionConfigError) -> Section.Content {
        let collection = try text(shape.collection)
        let items = value(DottedPath(Self.items))
        switch (items, collection) {
        case (let items?, nil):
            guard document.scalar(at: items) == .array else { throw error("“items” is no array") }
            return .inline(inlineItems(items))
        case (nil, let collection?):
            guard !collection.isEmpty else { throw error("“\(shape.collection)” is empty") }
            return .collection(collection)
        case (nil, nil): throw error("it has neither “items” nor “\(shape.collection)”")
        case (_?, _?): throw error("it has both “items” and “\(shape.collection)”")
        }
    }

    /// An item is called by its `id` where it has a usable one, else by its bytes.
    private func inlineItems(_ list: Range<Int>) -> [FeedItem] {
        var mentions: [ExactText: Int] = [:]
        var taken: Set<ExactText> = []
        return document.elements(of: list).map { range in
            let payload = String(decoding: document.slice(range), as: UTF8.self)
            let own =
                document.value(at: DottedPath("id"), in: range).flatMap(document.identifier(at:))
                ?? "-" + String(FNV1a.hash(document.slice(range)), radix: 16).zeroPadded(to: 16)
            var mention = mentions[ExactText(own), default: 0] + 1
            var key = mention == 1 ? own : "\(own)#\(mention)"
            // An item may be called what the second mention of another would be.
            while !taken.insert(ExactText(key)).inserted {
                mention += 1
                key = "\(own)#\(mention)"
            }
            mentions[ExactText(own)] = mention
            return FeedItem(id: ItemID(key), payload: payload)
        }
    }

    private func id() throws(SectionConfigError) -> String? {
        guard let range = value(shape.id) else { return nil }
        if let id = document.identifier(at: range) { return id }
        let isNone = document.scalar(at: range).identifier == nil
        throw error("“\(shape.id)” is " + (isNone ? "neither a text nor an integer" : "no text that can be stored"))
    }

    private func ads() throws(SectionConfigError) -> String? {
        guard let range = value(DottedPath("ads")) else { return nil }
        guard document.scalar(at: range) == .object else { throw error("“ads” is no object") }
        return String(decoding: document.slice(range), as: UTF8.self)
    }

    private func text(_ path: DottedPath) throws(SectionConfigError) -> String? {
        guard let range = value(path) else { return nil }
        guard case .string(let text) = document.scalar(at: range) else { throw error("“\(path)” is no text") }
        return text
    }

    /// A member that is there and not null.
    private func value(_ path: DottedPath) -> Range<Int>? {
        guard let range = document.value(at: path, in: range), document.scalar(at: range) != .null else { return nil }
        return range
    }

    private func error(_ reason: String) -> SectionConfigError { .section(index: index, reason: reason) }
}

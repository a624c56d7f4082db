import FeedModel
import FeedSource

/// The first page of what came since a version.
struct ProbedDelta: Sendable {
    let start: String
    let items: [DecodedItem]

    /// What an answer has that was asked for since `start`.
    init(start: String, _ page: DecodedPage) {
        (self.start, items) = (start, page.items)
    }

    /// The least version of some pages and the greatest; none where there are no two.
    static func starts(in pages: [ProbedPage]) -> [String] {
        let versions = pages.compactMap(\.page).flatMap(\.items).filter { $0.version != .none }
        let ends = [versions.min { $0.version < $1.version }, versions.max { $0.version < $1.version }]
        return ends.first??.version == ends.last??.version ? [] : ends.compactMap { $0?.versionText }
    }
}

/// A page as it was received, with what the manifest makes of it.
struct ProbedPage: Sendable {
    let content: PageContent
    /// The items; nil where the body cannot be read as the manifest says.
    let page: DecodedPage?
    let failure: SourceError?
    /// What the answer says about its list; nil without items.
    let metadata: PageMetadata?
    /// What names the page after it; nil after the last.
    let next: PageCursor?
    /// What is odd in it where it is the last.
    let remark: String?
    /// The items' places in the body, as far as they are looked at.
    let items: [Range<Int>]
    let document: JSONDocument?

    private static let mostItems = 10_000

    /// - Parameter position: where in the list it is.
    init(_ content: PageContent, of spec: CollectionSpec, at position: ListPosition) {
        self.content = content
        document = try? JSONDocument(content.body)
        do {
            let page = try spec.decoder.decode(content)
            let metadata = spec.paging.metadata(of: page, headers: content.headers)
            (self.page, self.metadata) = (page, metadata)
            items = page.items.prefix(Self.mostItems).map(\.payload)
            do throws(SourceError) {
                (next, remark) = try spec.step(after: page, metadata, of: content, at: position)
                failure = nil
            } catch {
                (next, failure, remark) = (nil, error, nil)
            }
        } catch {
            failure = error as? SourceError ?? SourceError(.malformed("it was not read to its end"), url: content.url)
            (page, metadata, next, remark) = (nil, nil, nil, nil)
            items = Self.elements(document, spec)
        }
    }

    /// The elements of the list, where none of them has an ID.
    private static func elements(_ document: JSONDocument?, _ spec: CollectionSpec) -> [Range<Int>] {
        guard let document, let place = document.value(at: spec.items) else { return [] }
        let all = spec.id == .key ? document.members(of: place).map(\.value) : document.elements(of: place)
        return Array(all.prefix(mostItems))
    }

    /// How many items the server says the list has.
    var reportedTotal: Int? { metadata?.reportedTotal }
}

/// Two pages of a list beside each other, by the IDs of their items.
struct PageComparison: Equatable, Sendable {
    /// Items of the second page whose IDs are not on the first one.
    let others: Int
    /// Items of the second page whose IDs are on the first one, too.
    let repeated: Int

    init(_ first: DecodedPage, _ second: DecodedPage) {
        let known = Set(first.ids)
        repeated = second.ids.count { known.contains($0) }
        others = second.ids.count - repeated
    }

    /// Whether the second page is there and has nothing new.
    var isSame: Bool { others == 0 && repeated > 0 }
}

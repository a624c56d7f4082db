package import FeedModel

/// A page as it was received, with what the manifest makes of it.
package struct ProbedPage: Sendable {
    /// What was received.
    package let content: PageContent
    /// The items; nil where the body cannot be read as the manifest says.
    package let page: DecodedPage?
    /// Why not.
    package let failure: SourceError?
    /// What the answer says about its list; nil without items.
    package let metadata: PageMetadata?
    /// What names the page after it; nil after the last.
    package let next: PageCursor?
    /// The items' places in the body, as far as they are looked at.
    let items: [Range<Int>]
    let document: JSONDocument?

    private static let mostItems = 10_000

    /// - Parameters:
    ///   - cursor: what the page was asked for with.
    ///   - itemsBefore: how many items the pages before it had.
    package init(_ content: PageContent, of spec: CollectionSpec, cursor: PageCursor, itemsBefore: Int) {
        self.content = content
        document = try? JSONDocument(content.body)
        do {
            let page = try spec.decoder.decode(content)
            let metadata = spec.paging.metadata(of: page, headers: content.headers)
            (self.page, self.metadata) = (page, metadata)
            items = page.items.prefix(Self.mostItems).map(\.payload)
            do throws(SourceError) {
                next = try spec.paging.cursor(
                    after: cursor, metadata: metadata, itemsRead: itemsBefore + page.itemCount, answeredBy: content.url,
                    isTrusted: content.isTrusted)
                failure = nil
            } catch {
                (next, failure) = (nil, error)
            }
        } catch {
            failure = error as? SourceError ?? SourceError(.malformed("it was not read to its end"), url: content.url)
            (page, metadata, next) = (nil, nil, nil)
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

import FeedModel
import FeedSource

/// What is beyond both ends of a list that is asked for by numbers: nothing, where its paging is right.
struct ListEnds: Equatable, Sendable {
    /// Other items than the first page's on the page before it.
    var before = 0
    /// Other items than the last page's on the page after it, by the total of the first answer; nil where none was asked for.
    var after: Int?
}

extension ListEnds {
    /// Asks for the page before the first one and for that after the last one. Many servers answer a number that is too
    /// high with the last page: it is asked for then, too.
    ///
    /// - Parameters:
    ///   - first: the first page.
    ///   - ask: for a page.
    /// - Throws: what `ask` does, `SourceError` apart.
    init(
        of spec: CollectionSpec, _ first: ProbedPage, ask: (PageCursor) async throws -> DecodedPage
    ) async throws {
        guard let page = first.page, page.itemCount > 0, spec.paging.total != nil else { return }
        let number = spec.paging.firstNumber
        if spec.paging.style == .page, number > 0 {
            do {
                before = PageComparison(page, try await ask(.number(number - 1))).others
            } catch is SourceError {
                // There is no such page, as it should be.
            }
        }
        guard let total = first.reportedTotal, total >= page.itemCount else { return }
        let fullPages = (total - 1) / page.itemCount
        let (last, next): (Int, Int)
        switch spec.paging.style {
        case .page:
            // A server may say any total.
            guard fullPages < Int.max - number else { return }
            (last, next) = (number + fullPages, number + fullPages + 1)
        case .offset: (last, next) = (fullPages * page.itemCount, total)
        case .none, .cursor, .nextURL, .link, .afterID: return
        }
        do {
            let beyond = try await ask(.number(next))
            after = beyond.itemCount == 0 ? 0 : PageComparison(try await ask(.number(last)), beyond).others
        } catch let error as SourceError {
            if let status = error.failure.status, 400..<500 ~= status, status != 429 { after = 0 }
        }
    }
}

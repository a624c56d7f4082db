import FeedModel

extension Paging {
    /// What an answer says about the pages that come after it; nil for what it does not say.
    package struct Outlook: Sendable {
        package let step: Int
        package let total: Int?
        package let pageCount: Int?
        package let limit: Int

        package init(step: Int, total: Int?, pageCount: Int?, limit: Int = .max) {
            self.step = step
            self.total = total
            self.pageCount = pageCount
            self.limit = limit
        }
    }

    /// The page after the one that `cursor` names, where it can be named before that one is read: pages are numbered or
    /// counted in elements, and the server has said that the list is as long.
    ///
    /// It is a guess as long as that page is not read: the list may change, and a page may be shorter than the others.
    ///
    /// - Parameter elements: how many elements the list is expected to give before the page that `cursor` names.
    package func guess(after cursor: PageCursor, elements: Int, _ outlook: Outlook) -> PageCursor? {
        guard case .number(let number) = cursor, outlook.step > 0 else { return nil }
        let read = elements.addingReportingOverflow(outlook.step)
        guard !read.overflow, read.partialValue < outlook.limit else { return nil }
        let isBeforeTotal = outlook.total.map { read.partialValue < $0 }
        let step: Int
        let isBeforeEnd: Bool?
        switch style {
        case .page:
            step = 1
            isBeforeEnd = outlook.pageCount.map { number - firstNumber < $0 - 1 } ?? isBeforeTotal
        case .offset:
            step = outlook.step
            isBeforeEnd = isBeforeTotal
        case .none, .cursor, .nextURL, .link, .afterID:
            return nil
        }
        let next = number.addingReportingOverflow(step)
        guard isBeforeEnd == true, !next.overflow else { return nil }
        return .number(next.partialValue)
    }
}

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
        guard [.page, .offset].contains(style), case .number(let number) = cursor, outlook.step > 0 else { return nil }
        let (read, isTooFar) = elements.addingReportingOverflow(outlook.step)
        guard !isTooFar, read < outlook.limit else { return nil }
        let pageCount = style == .page ? outlook.pageCount : nil
        let isBeforeEnd = pageCount.map { number - firstNumber < $0 - 1 } ?? outlook.total.map { read < $0 } ?? false
        let (next, isOverflow) = number.addingReportingOverflow(style == .page ? 1 : outlook.step)
        return isBeforeEnd && !isOverflow ? .number(next) : nil
    }
}

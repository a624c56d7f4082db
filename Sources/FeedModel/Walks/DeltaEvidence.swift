/// What the pages of a delta show of whether it can be believed.
package struct DeltaEvidence: Sendable {
    /// Items that have the version of the start.
    private let expected: Set<ExactText>
    private var seen: Set<ExactText> = []
    private var elements = 0
    /// The greatest that an answer gave; nil where none did.
    private var total: Int?
    private var saysMore = false
    /// Whether the list moved while it was read: an item came twice, or the total changed.
    package private(set) var hasDrift = false
    package private(set) var bringsNew = false

    /// - Parameter expected: the items of which one has to come; empty where none has to.
    package init(expected: [String]) { self.expected = Set(expected.map(ExactText.init)) }

    package var isWitnessed: Bool { expected.isEmpty || !expected.isDisjoint(with: seen) }

    /// Whether there is more than came: the last answer says so, or its total does.
    ///
    /// - Parameter lengths: how long the list may be. A total within is one of the whole list, not of what has changed.
    package func isShort(ofListWith lengths: () throws -> ClosedRange<Int>) rethrows -> Bool {
        guard let total else { return saysMore && elements > 0 }
        return try total > elements && !lengths().contains(total)
    }

    package mutating func add(_ page: ListPage, _ items: DecodedPage, isNew: Bool) {
        elements += items.itemCount
        for id in items.ids where !seen.insert(ExactText(id)).inserted { hasDrift = true }
        if let total = page.total {
            if total != self.total ?? total { hasDrift = true }
            self.total = max(total, self.total ?? total)
        }
        saysMore = page.remark != nil
        bringsNew = bringsNew || isNew
    }
}

/// What the pages of a delta show of whether it can be believed.
package struct DeltaEvidence: Sendable {
    /// Items that have the version of the start.
    private let expected: Set<String>
    private var seen: Set<String> = []
    private var total: Int?
    /// Whether the list moved while it was read: an item came twice, or the total changed.
    package private(set) var hasDrift = false
    package private(set) var bringsNew = false

    /// - Parameter expected: the items of which one has to come; empty where none has to.
    package init(expected: [String]) {
        self.expected = Set(expected)
    }

    package var isWitnessed: Bool { expected.isEmpty || !expected.isDisjoint(with: seen) }

    package mutating func add(_ page: DecodedPage, total: Int?, isNew: Bool) {
        for id in page.ids where !seen.insert(id).inserted { hasDrift = true }
        if let total, total != self.total ?? total { hasDrift = true }
        self.total = total ?? self.total
        bringsNew = bringsNew || isNew
    }
}

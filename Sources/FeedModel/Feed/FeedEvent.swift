package struct FeedEvent: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case impression
        case tap
    }

    package enum Target: Hashable, Sendable {
        case item(ItemID)
        /// A filled ad: the server's ID, and the serial that distinguishes it from the same ad in another slot.
        case ad(ItemID, serial: Int64)
    }

    package let kind: Kind
    package let section: String
    package let target: Target
    /// The row it was on, from 0.
    package let row: Int
    package let at: Instant

    package init(kind: Kind, section: String, target: Target, row: Int, at: Instant) {
        (self.kind, self.section, self.target) = (kind, section, target)
        (self.row, self.at) = (row, at)
    }
}

extension FeedEvent.Target {
    package init(_ row: FeedRow) {
        switch row {
        case .content(_, let id, _, _): self = .item(id)
        case .ad(_, let serial, let id, _): self = .ad(id, serial: serial)
        }
    }
}

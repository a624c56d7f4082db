/// Something that happened to a row of the feed: it was seen, or tapped.
package struct FeedEvent: Equatable, Sendable {
    /// What happened.
    package enum Kind: String, Sendable, CaseIterable {
        case impression
        case tap
    }

    /// What it happened to.
    package enum Target: Hashable, Sendable {
        /// A content item, by its ID.
        case item(String)
        /// A filled ad: the server's ID, and the serial that distinguishes it from the same ad in another slot.
        case ad(String, serial: Int64)
    }

    /// Whether it was seen or tapped.
    package let kind: Kind
    /// The ID of the section.
    package let section: String
    /// What it happened to.
    package let target: Target
    /// The row it was on, from 0.
    package let row: Int
    /// When it happened.
    package let at: Instant

    /// An event; nothing is checked.
    package init(kind: Kind, section: String, target: Target, row: Int, at: Instant) {
        self.kind = kind
        self.section = section
        self.target = target
        self.row = row
        self.at = at
    }
}

extension FeedEvent.Target {
    /// The item or ad of a row.
    package init(_ row: FeedRow) {
        switch row {
        case .content(_, let key, _, _): self = .item(key)
        case .ad(_, let serial, let id, _): self = .ad(id, serial: serial)
        }
    }
}

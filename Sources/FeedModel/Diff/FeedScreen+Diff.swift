extension Changeset {
    /// What changed on screen between two feeds. Rows are counted from the first that each section holds.
    package init(from old: FeedScreen, to new: FeedScreen) { self.init(from: old.sections, to: new.sections) }
}

extension FeedRow: DiffableRow {
    package var identityMark: UInt64? { Self.identityMark(of: id.text) }

    /// The last eight bytes of an ID: where IDs have a beginning in common, they differ there.
    package static func identityMark(of id: String) -> UInt64? {
        id.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.suffix(8).reduce(UInt64(bytes.count)) { $0 << 8 | UInt64($1) }
        }
    }

    /// Whether version and payload are the same to the byte. The position of the row does not matter.
    package func hasSameContent(as other: FeedRow) -> Bool {
        switch (self, other) {
        case (.content(_, _, let version, let payload), .content(_, _, let otherVersion, let otherPayload)):
            version.map(ExactText.init) == otherVersion.map(ExactText.init) && payload.hasSameBytes(as: otherPayload)
        case (.ad(_, _, _, let payload), .ad(_, _, _, let otherPayload)): payload.hasSameBytes(as: otherPayload)
        default: false
        }
    }
}

extension FeedSection: DiffableSection {
    package var identity: SectionID { id }

    package func hasSameHeader(as other: FeedSection) -> Bool { section.hasSameHeader(as: other.section) }
}

extension Section {
    package func hasSameHeader(as other: Section) -> Bool {
        type.hasSameBytes(as: other.type) && title.hasSameBytes(as: other.title)
            && layout.hasSameBytes(as: other.layout)
            && collection.map(ExactText.init) == other.collection.map(ExactText.init)
    }
}

extension String {
    /// Equality to the byte; `==` equates different spellings of one character. Payloads are long, so whole blocks
    /// are compared.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.count == $0.count && bytes.elementsEqual($0) }
        }.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }
}

package import FeedModel
package import FeedStore

extension FeedSnapshot {
    /// - Parameter grouping: sections come in the order of the screen, those that were never seen too, and after them those
    ///   that are gone; items and ads by their impressions, the most first; positions ascending.
    package func clickThrough(
        by grouping: ClickThroughGrouping, in section: String? = nil, limit: Int = .max
    ) throws -> [ClickThroughLine] {
        if let section { try verifySection(section) }
        let lines = try reader.clickThrough(by: grouping, section: section, limit: grouping == .item ? limit : .max)
        guard grouping == .section else { return lines }
        let counts = Dictionary(lines.map { ($0.subject, $0.counts) }, uniquingKeysWith: { first, _ in first })
        let onScreen = try (section.map { [$0] } ?? sections().map(\.id)).map {
            ClickThroughSubject.section(SectionID($0))
        }
        let known = Set(onScreen)
        return onScreen.map { ClickThroughLine(subject: $0, counts: counts[$0] ?? .none) }
            + lines.filter { !known.contains($0.subject) }
    }

    package func compareSections(_ first: String, _ second: String) throws -> TapComparison {
        for section in [first, second] { try verifySection(section) }
        return try compare(.section(SectionID(first)), .section(SectionID(second)))
    }

    package func compareItems(_ first: String, _ second: String, in section: String) throws -> TapComparison {
        try verifySection(section)
        let seen = try Set(reader.clickThrough(by: .item, section: section).map(\.subject))
        return try compare(subject(first, in: section, seen), subject(second, in: section, seen))
    }

    private func compare(_ first: ClickThroughSubject, _ second: ClickThroughSubject) throws -> TapComparison {
        var comparison = TapComparison()
        try reader.forEachImpression(of: first, and: second) {
            comparison.expose($0, position: $1, wasTapped: $2, isReturn: $3)
        }
        return comparison
    }

    /// What an ID means there: an item that was seen before an ad of the same ID, and one that never was at last.
    private func subject(
        _ id: String, in section: String, _ seen: Set<ClickThroughSubject>
    ) throws -> ClickThroughSubject {
        let item = ClickThroughSubject.item(ItemID(id), section: SectionID(section))
        let ad = ClickThroughSubject.ad(ItemID(id), section: SectionID(section))
        if seen.contains(item) { return item }
        if seen.contains(ad) { return ad }
        guard try sections().section(id: section).flatMap({ try sectionContent(of: $0).place(of: id) }) != nil else {
            throw UnknownNameError(kind: .item, name: id)
        }
        return item
    }

    private func verifySection(_ id: String) throws {
        let sections = try sections()
        guard sections.section(id: id) == nil, try reader.clickThrough(by: .section, section: id).isEmpty else {
            return
        }
        throw UnknownNameError(kind: .section, name: id, known: sections.map(\.id))
    }
}

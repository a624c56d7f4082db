package import FeedModel
package import FeedSlots
import FeedSource
import FeedStore

extension FeedSnapshot {
    /// Whether a section has content: not where it shows a collection that is not, or no longer, in the manifest.
    func hasContent(_ section: Section) -> Bool {
        section.collection == nil || spec(of: section) != nil
    }

    /// The policy that the slots of a section follow. Without content there are none: what is remembered of them waits.
    func slotPolicy(of section: Section) -> SlotPolicy {
        hasContent(section) ? manifest.adPolicy(of: section).policy : .none
    }

    /// The policy that a section had that is no longer in the server's arrangement, as far as that is known.
    func lastAdPolicy(ofGone id: String) throws -> SlotPolicy {
        for revision in try reader.sectionRevisions(limit: .max) {
            guard let section = try config(of: revision)?.sections.section(id: id) else { continue }
            return manifest.adPolicy(of: section).policy
        }
        return manifest.adPolicy(of: Section.implicit(for: id)).policy
    }

    /// The IDs of the content that a section's slots were stored over; nil where that is not known any more.
    func pastKeys(of section: Section, _ stored: SectionSlotState, atMost limit: Int) throws -> [String]? {
        guard let run = stored.contentRun, try reader.hasRun(run) else { return nil }
        guard let name = stored.collection else {
            guard case .inline(let items)? = try sections(asOf: run).section(id: section.id)?.content
            else { return nil }
            return items.map(\.key)
        }
        let list = try reader.list(name)
        return try list.count() <= limit ? PastList(list, asOf: run).keys() : nil
    }

    // MARK: Ads

    package func ads(of section: Section) throws -> SectionAds {
        let read = manifest.adPolicy(of: section)
        return SectionAds(
            section: section, policy: read.policy, notes: read.notes, engine: try rows(of: section).engine)
    }

    /// - Throws: `UnknownNameError` for a row that is not there; the one after the last is, since an ad could be there.
    package func explain(_ section: Section, row: Int) throws -> SlotExplanation {
        let engine = try rows(of: section).engine
        guard let explanation = engine.explanation(ofRow: row) else {
            throw UnknownNameError(kind: .row, name: "\(row)", known: ["0 to \(engine.rows.rowCount)"])
        }
        return explanation
    }
}

package struct SectionAds: Sendable {
    package let section: Section
    package let policy: SlotPolicy
    /// What of the server's words about ads was not used.
    package let notes: [String]
    package let engine: SlotEngine
}

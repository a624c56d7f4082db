package import FeedModel
import FeedSource
package import FeedStore

extension FeedEngine {
    /// - Parameter row: as it is in the section now, from 0, ads counted.
    @discardableResult
    package func tap(section id: String, row: Int) throws -> EventRecord {
        let target = try read { snapshot in
            let section = try snapshot.section(id)
            let shown = try snapshot.rows(of: section, offset: max(0, row), limit: 1)
            guard row >= 0, let tapped = shown.rows.first else {
                let rows = shown.rowCount == 0 ? "none" : "0 to \(shown.rowCount - 1)"
                throw UnknownNameError(kind: .row, name: "\(row)", known: ["\(rows) in “\(section.id)”"])
            }
            return FeedEvent.Target(tapped)
        }
        return try tap(target, section: id, row: row)
    }

    /// Records a tap on what was shown, whatever is there by now. Every tap counts.
    @discardableResult
    package func tap(_ target: FeedEvent.Target, section id: String, row: Int) throws -> EventRecord {
        let run: Int64? = if case .item = target { try read { try $0.lastRun() } } else { nil }
        let event = FeedEvent(kind: .tap, section: id, target: target, row: row, at: dependencies.now())
        let noted = try sourceStore().outbox.note(event, run: run)
        guard let noted else { throw StoreError.cannotAccess(path: databasePath, reason: "the tap was not kept") }
        return noted
    }

    /// What the server took stays delivered, whatever happens later; what it did not take, and why, is in the report.
    package func flush(ignoresWaits: Bool = false, lockWait: Duration = .zero) async throws -> DeliveryReport {
        let question = DeliveryQuestion(ignoresWaits: ignoresWaits, lockWait: lockWait)
        return try await deliveries.answer(question) { [self] _ in
            try await database.turn.run {
                let resolved = try await dependencies.resolved(manifest)
                guard let url = resolved.eventsURL else { throw manifest.missingEvents }
                let lock = try await takeLock(within: lockWait)
                defer { withExtendedLifetime(lock) {} }
                var delivery = EventDelivery(
                    url: url, outbox: try sourceStore().outbox, client: dependencies.client(resolved),
                    now: dependencies.now, pause: nil)
                return try await delivery.run(ignoringWaits: ignoresWaits)
            }
        }
    }

    struct DeliveryQuestion: Hashable, Sendable {
        let ignoresWaits: Bool
        let lockWait: Duration
    }
}

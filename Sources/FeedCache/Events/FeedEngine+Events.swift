package import FeedModel
import FeedSource
package import FeedStore

extension FeedEngine {
    /// Records a tap on a row, as it is in the section now.
    ///
    /// - Parameters:
    ///   - id: the section's ID.
    ///   - row: from 0, ads counted.
    /// - Returns: the event, as it waits for delivery.
    /// - Throws: `UnknownNameError` for a section or row that is not there; `StoreError`.
    @discardableResult
    package func tap(section id: String, row: Int) throws -> EventRecord {
        let target = try read { snapshot in
            let section = try snapshot.section(id)
            let shown = try snapshot.rows(of: section, offset: max(0, row), limit: 1)
            guard row >= 0, let tapped = shown.rows.first else {
                throw UnknownNameError(kind: .row, name: "\(row)", known: [Self.rows(of: shown)])
            }
            return FeedEvent.Target(tapped)
        }
        return try tap(target, section: id, row: row)
    }

    /// Records a tap on what was shown, whatever is there by now. Every tap counts.
    ///
    /// It is in the database before this returns, and on its way to the server with the next `sync` or `flush`.
    ///
    /// - Parameters:
    ///   - target: the item or ad.
    ///   - id: the ID of the section that showed it.
    ///   - row: the row it was on there, from 0.
    /// - Throws: `StoreError`.
    @discardableResult
    package func tap(_ target: FeedEvent.Target, section id: String, row: Int) throws -> EventRecord {
        let run = target.isItem ? try read { try $0.lastRun() } : nil
        let event = FeedEvent(kind: .tap, section: id, target: target, row: row, at: dependencies.now())
        let noted = try sourceStore().outbox.note(event, run: run)
        guard let noted else { throw StoreError.cannotAccess(path: databasePath, reason: "the tap was not kept") }
        return noted
    }

    private static func rows(of section: FeedSection) -> String {
        let name = section.section.id
        return section.rowCount == 0 ? "none in “\(name)”" : "0 to \(section.rowCount - 1) in “\(name)”"
    }

    /// Delivers the events that wait, in the order they happened.
    ///
    /// What the server took stays delivered, whatever happens later; what it did not take, and why, is in the report.
    ///
    /// - Parameters:
    ///   - ignoresWaits: send also where the server or repeated failures said to wait.
    ///   - lockWait: how long to wait for a sync to end.
    /// - Throws: `AccountError`; `ManifestError` where the manifest does not say where to, or for a variable that is not
    ///   set; `SyncBusyError` while a sync runs; `StoreError`.
    package func flush(ignoresWaits: Bool = false, lockWait: Duration = .zero) async throws -> DeliveryReport {
        let question = DeliveryQuestion(ignoresWaits: ignoresWaits, lockWait: lockWait)
        return try await deliveries.answer(question) { [self] _ in
            try await turn.run { try await flushNow(question) }
        }
    }

    /// What a delivery is asked to do.
    struct DeliveryQuestion: Hashable, Sendable {
        let ignoresWaits: Bool
        let lockWait: Duration
    }

    private func flushNow(_ question: DeliveryQuestion) async throws -> DeliveryReport {
        let resolved = try await dependencies.resolved(manifest)
        guard let url = resolved.eventsURL else { throw manifest.missingEvents }
        let lock = try await takeLock(within: question.lockWait)
        defer { withExtendedLifetime(lock) {} }
        let delivery = EventDelivery(
            url: url, outbox: try sourceStore().outbox,
            client: dependencies.client(resolved), now: dependencies.now, pause: nil)
        return try await delivery.run(ignoringWaits: question.ignoresWaits)
    }
}

extension FeedEvent.Target {
    fileprivate var isItem: Bool {
        if case .item = self { true } else { false }
    }
}

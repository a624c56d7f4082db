import FeedModel
import FeedSource
import FeedStore
import Logging

extension RunContext {
    /// Collections walked at the same time: enough to hide waiting, few enough to be a polite guest.
    private static let breadth = 4

    /// One run over collections: the section config and the collections side by side, events last.
    func sync(_ specs: [CollectionSpec], sections url: SourceURL?, started: Instant) async throws -> SyncReport {
        async let config = sectionsReport(from: url)
        // One request at a time: how the screen is arranged comes before what is on it.
        if resolved.source.concurrency == 1 { _ = try await config }
        let collections = try await reports(of: specs)
        let sections = try await config
        let events = try await deliver(after: collections)
        let assets =
            Self.isReached(collections) && !Task.isCancelled ? try await engine.syncAssets(of: specs, self) : nil
        let traffic = client.transferMetrics
        let ended = now()
        return SyncReport(
            run: run.id, requests: traffic.requests, bytes: traffic.bytes,
            seconds: max(0, Double(ended.millisecondsSince1970 - started.millisecondsSince1970) / 1_000),
            sections: sections, collections: collections, events: events, assets: assets)
    }

    /// Whether something of it was answered, or asked for nowhere.
    private static func isReached(_ collections: [CollectionReport]) -> Bool {
        let asked = collections.filter { $0.outcome != .deferred }
        return asked.isEmpty || asked.contains { $0.failure?.reach ?? .reached == .reached }
    }

    private func sectionsReport(from url: SourceURL?) async throws -> SectionsReport? {
        guard let url else { return nil }
        return try await SectionsSync(url: url, context: self).sync()
    }

    /// Delivers what waits, also where collections failed; not where nothing of them could be reached, since the events
    /// would not get out either. Nil where there was nothing to do.
    private func deliver(after collections: [CollectionReport]) async throws -> DeliveryReport? {
        guard delivers, let url = resolved.eventsURL, !Task.isCancelled, Self.isReached(collections) else { return nil }
        var delivery = EventDelivery(url: url, outbox: source.outbox, client: client, now: now, pause: run.pause)
        let report = try await delivery.run(ignoringWaits: options.ignoresWaits)
        return report.isEmpty ? nil : report
    }

    private func reports(of specs: [CollectionSpec]) async throws -> [CollectionReport] {
        try await withThrowingTaskGroup(of: (Int, CollectionReport).self) { group in
            var reports = [CollectionReport?](repeating: nil, count: specs.count)
            for (index, spec) in specs.enumerated() {
                if index >= Self.breadth, let (done, report) = try await group.next() { reports[done] = report }
                group.addTask { (index, try await self.report(of: spec)) }
            }
            for try await (done, report) in group { reports[done] = report }
            return reports.compactMap(\.self)
        }
    }

    private func report(of spec: CollectionSpec) async throws -> CollectionReport {
        let collection = try source.collection(named: spec.name)
        let sync = try CollectionSync(spec: spec, collection: collection, context: self)
        var report = try await sync.run(kind)
        if report.outcome != .deferred {
            try await DetailSync(spec: spec, collection: collection, context: self)?.run(&report)
        }
        let wait = BackoffPolicy(failures: sync.state.failures, current: sync.state.wait, pause: run.pause)
            .wait(after: report.failure, isServerFailure: report.isServerFailure, now: now())
        try run.conclude(report, of: collection, wait: wait, now: now())
        logger.debug("collection ended", metadata: report.logMetadata)
        progress(.finished(report))
        return report
    }
}

extension CollectionReport {
    fileprivate var logMetadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "collection": "\(name)", "outcome": "\(outcome.rawValue)", "mode": "\(mode.rawValue)",
            "pages": "\(pages)", "inserted": "\(items.inserted)", "updated": "\(items.updated)",
            "removed": "\(items.removed)",
        ]
        if let failure { metadata["failure"] = "\(failure.message)" }
        return metadata
    }
}

import FeedModel
import FeedSource
import FeedStore

/// Syncs the section config: the last good one is in force until a newer one is valid in whole.
struct SectionsSync: Sendable {
    let url: SourceURL
    let context: RunContext

    private var store: SectionStore { context.source.sections }
    private var shape: SectionShape { context.manifest.sectionShape }
    /// What the answers depend on: the headers that are sent, and where their parts are looked for.
    private var key: String { context.digests.common + shape.fingerprint }

    func sync() async throws -> SectionsReport {
        let state = try store.syncState()
        if let waiting = context.waiting(state.wait) { return try failed(waiting) }
        let report = try await ask(state)
        let backoff = BackoffPolicy(failures: state.failures, current: state.wait, pause: context.run.pause)
        try store.conclude(
            failures: report.outcome.isSuccess ? 0 : state.failures + (report.isServerFailure ? 1 : 0),
            wait: backoff.wait(after: report.failure, isServerFailure: report.isServerFailure, now: context.now()))
        return report
    }

    private func ask(_ state: SectionSyncState) async throws -> SectionsReport {
        do {
            var content = try await context.client.get(url, unless: try validator(state))
            if content.isUnmodified {
                if content.url.identity == state.answeredBy {
                    return SectionsReport(outcome: .unchanged, revision: try store.currentRevision()?.number)
                }
                // Another URL answers by now: its 304 says nothing of what is stored.
                content = try await context.client.get(url)
            }
            return try keep(content)
        } catch let error as SourceError {
            return try failed(error.failure)
        } catch is CancellationError {
            return try failed(.interrupted)
        }
    }

    /// Nil where all of the config is asked for: on demand, from another URL, with other header values, to be read in
    /// another way, as a week brought nothing but 304, or as what is in force cannot be read: a 304 would keep it so.
    private func validator(_ state: SectionSyncState) throws -> Validator? {
        guard !context.options.isFull, state.url == url.identity, state.headers == key,
            !state.validator.isEmpty,
            let last = state.received,
            !CollectionSync.isHealingDue(at: context.now(), since: last),
            let body = try store.currentRevision()?.body, (try? SectionConfig(Array(body.utf8), shape: shape)) != nil
        else { return nil }
        return state.validator
    }

    private func keep(_ content: PageContent) throws -> SectionsReport {
        let body = content.body
        let config: SectionConfig
        do {
            config = try SectionConfig(body, shape: shape)
        } catch {
            return try failed(SyncFailure(code: .malformed, url: url.redacted, message: error.description))
        }
        let (revision, isNew) = try store.save(
            body: String(decoding: body, as: UTF8.self), url: url.identity,
            answeredBy: content.url.identity, headers: key, validator: content.validator,
            run: context.run.id, now: context.now()
        ) { standing in SectionConfig.areSame(Array(standing.utf8), body, shape: shape) }
        try context.source.note(missingCollections(config), run: context.run.id, now: context.now())
        return SectionsReport(outcome: isNew ? .complete : .unchanged, revision: revision)
    }

    /// Sections that name what the manifest does not have are shown empty.
    private func missingCollections(_ config: SectionConfig) -> [Problem] {
        let known = Set(context.manifest.collections.map { ExactText($0.name) })
        return config.sections.compactMap { section in
            guard let name = section.collection, !known.contains(ExactText(name)) else { return nil }
            return Problem(
                kind: .sections, key: section.id,
                message:
                    "section “\(section.id)” shows the collection “\(name)”, which is not in the manifest: it stays empty"
            )
        }
    }

    private func failed(_ failure: SyncFailure) throws -> SectionsReport {
        SectionsReport(
            outcome: failure.retryAt == nil ? .failed : .deferred, revision: try store.currentRevision()?.number,
            failure: failure)
    }
}

import FeedModel
import FeedSource
import FeedStore

/// Syncs the section config: the last good one stands until a newer one is valid in whole.
struct SectionsSync: Sendable {
    let path: String
    let context: RunContext

    private var store: SectionStore { context.source.sections }

    func sync() async throws -> SectionsReport {
        let state = try store.syncState()
        if let wait = state.wait, Patience.stands(wait, at: context.now()), !context.options.ignoresWaits {
            return try deferred(wait)
        }
        let report = try await ask(state)
        let patience = Patience(failures: state.failures, standing: state.wait)
        try store.conclude(
            failures: report.outcome.isSuccess ? 0 : state.failures + (report.isServerFailure ? 1 : 0),
            wait: patience.wait(after: report.failure, isServerFailure: report.isServerFailure, now: context.now()))
        return report
    }

    private func ask(_ state: SectionSyncState) async throws -> SectionsReport {
        do {
            let url = try context.manifest.source.baseURL.appending(path)
            switch try await context.client.get(url, unless: validator(state, url)) {
            case .notModified:
                return SectionsReport(outcome: .unchanged, revision: try store.standing())
            case .content(let content):
                return try keep(content.body, content.validator, asked: url)
            }
        } catch let error as SourceError {
            return try failed(error.failure)
        } catch let error as URLFault {
            return try failed(SyncFailure(code: .malformed, message: error.message))
        } catch is CancellationError {
            return try failed(.interrupted)
        }
    }

    /// Nil where all of the config is asked for: on demand, from another server, or as a week brought nothing but 304.
    private func validator(_ state: SectionSyncState, _ url: SourceURL) -> Validator? {
        guard !context.options.isFull, state.url == url.description, !state.validator.isEmpty,
            let last = state.received,
            !CollectionSync.isHealingDue(at: context.now(), since: last)
        else { return nil }
        return state.validator
    }

    private func deferred(_ wait: CollectionWait) throws -> SectionsReport {
        try failed(
            SyncFailure(
                code: .httpStatus, message: "not asked before \(wait.until): \(wait.reason)", retryAt: wait.until))
    }

    private func keep(_ body: [UInt8], _ validator: Validator, asked url: SourceURL) throws -> SectionsReport {
        let config: SectionConfig
        do {
            config = try SectionConfig(body)
        } catch {
            return try failed(SyncFailure(code: .malformed, url: url.redacted, message: error.description))
        }
        let (revision, isNew) = try store.keep(
            body: String(decoding: body, as: UTF8.self), url: url.description, validator: validator,
            run: context.run.id, now: context.now()
        ) { standing in SectionConfig.areSame(Array(standing.utf8), body) }
        try context.source.note(missingCollections(config), run: context.run.id, now: context.now())
        return SectionsReport(outcome: isNew ? .complete : .unchanged, revision: revision)
    }

    /// Sections that name what the manifest does not have are shown empty.
    private func missingCollections(_ config: SectionConfig) -> [Problem] {
        let known = Set(context.manifest.collections.map(\.name))
        return config.sections.compactMap { section in
            guard let name = section.collection, !known.contains(name) else { return nil }
            return Problem(
                kind: .sections, key: section.id,
                message:
                    "section “\(section.id)” shows the collection “\(name)”, which is not in the manifest: it stays empty"
            )
        }
    }

    private func failed(_ failure: SyncFailure) throws -> SectionsReport {
        SectionsReport(
            outcome: failure.retryAt == nil ? .failed : .deferred, revision: try store.standing(), failure: failure)
    }
}

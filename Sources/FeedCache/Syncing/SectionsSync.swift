import FeedModel
import FeedSource
import FeedStore

/// Syncs the section config: the last good one stands until a newer one is valid in whole.
struct SectionsSync: Sendable {
    let path: String
    let context: RunContext

    private var store: SectionStore { context.source.sections }

    func sync() async throws -> SectionsReport {
        do {
            let url = try context.manifest.source.baseURL.appending(path)
            let known = try store.validator()
            let validator = context.options.isFull ? nil : known.flatMap { $0.isEmpty ? nil : $0 }
            switch try await context.client.get(url, unless: validator) {
            case .notModified:
                return SectionsReport(outcome: .unchanged, revision: try store.standing())
            case .content(let content):
                return try keep(content.body, content.validator, from: content.url)
            }
        } catch let error as SourceError {
            return try failed(error.failure)
        } catch let error as URLFault {
            return try failed(SyncFailure(code: .malformed, message: error.message))
        } catch is CancellationError {
            return try failed(SyncFailure(code: .connection, message: "stopped before it was done"))
        }
    }

    private func keep(_ body: [UInt8], _ validator: Validator, from url: SourceURL) throws -> SectionsReport {
        let config: SectionConfig
        do {
            config = try SectionConfig(body)
        } catch {
            return try failed(SyncFailure(code: .malformed, url: url.redacted, message: error.description))
        }
        let (revision, isNew) = try store.keep(
            body: String(decoding: body, as: UTF8.self), validator: validator, run: context.run.id,
            now: context.now()
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
        SectionsReport(outcome: .failed, revision: try store.standing(), failure: failure)
    }
}

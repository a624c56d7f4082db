import FeedModel
import FeedSource
import FeedStore

/// Asks for the details of a collection's items that are due, those first that are first in the list.
///
/// What comes is stored as it comes: a run that is ended asks for the rest in the next one. A detail that cannot be had
/// removes nothing, and is asked for again later.
struct DetailSync: Sendable {
    /// Requests that fail one after another before the rest is left for the next run.
    private static let mostFailures = 20
    private static let writtenTogether = 16

    private let fetcher: DetailFetcher
    private let store: DetailStore
    private let context: RunContext
    private let name: String

    /// Nil where the manifest has none for the collection.
    init?(spec: CollectionSpec, collection: CollectionStore, context: RunContext) {
        guard let fetcher = DetailFetcher(spec: spec, source: context.resolved, client: context.client) else {
            return nil
        }
        (self.fetcher, self.context, name) = (fetcher, context, spec.name)
        store = collection.details(in: context.run.id)
    }

    private struct Tally {
        var counts = DetailCounts()
        var failuresInRow = 0
        var lastFailure: SourceError?
        /// What ended it before all that is due was asked for.
        var end: (any Error)?
    }

    func run(_ report: inout CollectionReport) async throws {
        report.details = DetailCounts()
        // The server that could not be had for the list is not asked for each of its items.
        guard report.failure.map({ $0.reach == .reached && $0.retryAt == nil }) ?? true, !Task.isCancelled else {
            return
        }
        let started = context.now()
        try store.begin(
            rules: fetcher.rules, forgets: context.asksForAll, ignoresWaits: context.options.ignoresWaits, now: started)
        let stale = started.advanced(bySeconds: -CollectionSync.healSeconds)
        var tally = Tally()
        while tally.end == nil {
            let due = try store.due(confirmedBefore: stale, now: max(started, context.now()))
            if due.isEmpty { break }
            try await ask(for: due, &tally)
        }
        report.details = tally.counts
        try conclude(tally, &report)
    }

    private func ask(for due: [DueDetail], _ tally: inout Tally) async throws {
        let size = fetcher.detail.batch ?? 1
        var questions = stride(from: 0, to: due.count, by: size).map { due[$0..<min($0 + size, due.count)] }[...]
        try await withThrowingTaskGroup(of: (answers: [DetailAnswer], error: (any Error)?).self) { group in
            var underWay = 0
            var waiting: [DetailAnswer] = []
            repeat {
                while tally.end == nil, underWay < context.resolved.source.concurrency, let next = questions.popFirst()
                {
                    group.addTask { await answer(to: Array(next)) }
                    underWay += 1
                }
                guard let (answers, error) = try await group.next() else { break }
                underWay -= 1
                waiting += answers
                note(error, &tally)
                if waiting.count >= Self.writtenTogether || underWay == 0 {
                    tally.counts += try await context.writing.run { [store, context, waiting] in
                        try store.write(waiting, now: context.now())
                    }
                    context.progress(.details(collection: CollectionName(name), stored: tally.counts.stored))
                    waiting = []
                }
            } while underWay > 0 || tally.end == nil && !questions.isEmpty
        }
    }

    private func note(_ error: (any Error)?, _ tally: inout Tally) {
        guard let error else {
            tally.failuresInRow = 0
            return
        }
        tally.failuresInRow += 1
        tally.lastFailure = error as? SourceError ?? tally.lastFailure
        let isOver = (error as? SourceError).map(\.endsDetails) ?? true
        if isOver || tally.failuresInRow >= Self.mostFailures { tally.end = tally.end ?? error }
    }

    // MARK: Requests

    private func answer(to due: [DueDetail]) async -> (answers: [DetailAnswer], error: (any Error)?) {
        do {
            if fetcher.detail.batch == nil, let one = due.first {
                let found = try await fetcher.detail(of: one.key, unless: one.validator, answeredBy: one.answeredBy)
                return ([DetailAnswer(one, found.map(DetailAnswer.Content.detail) ?? .notModified)], nil)
            }
            let found = try await fetcher.details(of: due.map(\.key))
            let answers = due.map { item in
                DetailAnswer(
                    item,
                    found[ExactText(item.key)].map(DetailAnswer.Content.detail)
                        ?? .failed("it was not in the answer", isLasting: false))
            }
            return (answers, nil)
        } catch let error as SourceError where !error.endsDetails {
            return (due.map { DetailAnswer($0, .failed(error.message, isLasting: !error.isTransient)) }, error)
        } catch {
            return ([], error)
        }
    }

    // MARK: Ends

    private func conclude(_ tally: Tally, _ report: inout CollectionReport) throws {
        if tally.counts.stored > 0, report.outcome == .unchanged { report.outcome = .complete }
        if tally.counts.failed > 0 {
            let last = tally.lastFailure.map { "; of the last, \($0)" } ?? ""
            report.warnings.append("\(tally.counts.failed.of("detail")) could not be had\(last)")
        }
        guard let end = tally.end else { return }
        if report.outcome.isSuccess { report.outcome = .interrupted }
        switch end {
        case let error as SourceError: report.failure = report.failure ?? error.failure
        case is CancellationError: report.failure = report.failure ?? .interrupted
        default: throw end
        }
    }
}

extension SourceError {
    /// Whether it is no use to ask for another item's detail now: the server is away, asks to wait, or refuses the sign-in.
    fileprivate var endsDetails: Bool {
        switch code {
        case .connection, .tls: true
        default: retryAt != nil || [401, 403, 407, 429].contains(status)
        }
    }
}

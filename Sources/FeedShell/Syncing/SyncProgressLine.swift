import FeedCache
import Synchronization
import TerminalKit

/// Shows a sync under way: a live line on a terminal, nothing in cron, a line a collection with `-v`.
///
/// The lock guards what is under way; collections report from several tasks.
final class SyncProgressLine: Sendable {
    private let output: Output
    private let line: ProgressLine
    private let isVerbose: Bool
    private let parts = Mutex(SyncParts())

    init(shell: Shell, options: SharedOptions) {
        let (output, environment) = (shell.errors, shell.environment)
        let isDrawn = !options.quiet && environment["TERM"] != "dumb"
        let start = ContinuousClock.now
        self.output = output
        isVerbose = options.verbose
        line = ProgressLine(
            columns: { isDrawn ? output.columns(environment) : nil },
            now: { ContinuousClock.now - start },
            write: { try? output.write($0) })
    }

    @Sendable func show(_ progress: SyncProgress) {
        parts.withLock { parts in
            parts.take(progress)
            if isVerbose, case .finished(let report) = progress {
                line.erase()
                let text = "\(report.name): \(report.outcome.rawValue), \(report.pages) pages"
                try? output.line(TerminalSanitizer.line(text))
            }
            if parts.all.isEmpty { line.erase() } else { line.show(parts.all) }
        }
    }

    func end() {
        line.erase()
    }
}

/// How far the parts of a sync are that are under way, in the order they began.
struct SyncParts {
    private(set) var all: [ProgressLine.Part] = []

    mutating func take(_ progress: SyncProgress) {
        switch progress {
        case .page(let collection, _, let items, _, let total):
            put(ProgressLine.Part(label: collection.text, done: items, total: total))
        case .details(let collection, let stored):
            put(ProgressLine.Part(label: Self.details(of: collection.text), done: stored))
        case .assets(let done, let total): put(ProgressLine.Part(label: "pictures", done: done, total: total))
        case .finished(let report):
            all.removeAll { [report.name.text, Self.details(of: report.name.text)].contains($0.label) }
        }
    }

    private static func details(of collection: String) -> String { "\(collection) details" }

    private mutating func put(_ part: ProgressLine.Part) {
        if let index = all.firstIndex(where: { $0.label == part.label }) { all[index] = part } else { all.append(part) }
    }
}

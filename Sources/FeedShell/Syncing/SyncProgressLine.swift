import FeedCache
import FeedModel
import Synchronization
import TerminalKit

/// Shows a sync under way: a live line on a terminal, nothing in cron, a line a collection with `-v`.
///
/// The lock guards what is under way; collections report from several tasks.
final class SyncProgressLine: Sendable {
    private let output: Output
    private let line: ProgressLine
    private let isVerbose: Bool
    private let parts = Mutex<[ProgressLine.Part]>([])

    init(shell: Shell, options: SharedOptions) {
        let (output, environment) = (shell.errors, shell.environment)
        let isDrawn = !options.quiet && environment["TERM"] != "dumb"
        let start = ContinuousClock.now
        self.output = output
        isVerbose = options.verbose
        line = ProgressLine(
            columns: {
                isDrawn ? TerminalSize.columns(of: Output.errorDescriptor, environment: environment) : nil
            },
            now: { ContinuousClock.now - start },
            write: { try? output.write($0) })
    }

    /// Takes the progress of a sync.
    @Sendable func show(_ progress: SyncProgress) {
        parts.withLock { parts in
            switch progress {
            case .page(let collection, _, let items, _, let total):
                parts.put(ProgressLine.Part(label: collection.text, done: items, total: total))
            case .details(let collection, let stored):
                parts.put(ProgressLine.Part(label: Self.details(of: collection.text), done: stored, total: nil))
            case .assets(let done, let total):
                parts.put(ProgressLine.Part(label: "pictures", done: done, total: total))
            case .finished(let report):
                parts.removeAll { [report.name.text, Self.details(of: report.name.text)].contains($0.label) }
                if isVerbose { sayFinished(report) }
            }
            if parts.isEmpty { line.erase() } else { line.show(parts) }
        }
    }

    func end() {
        line.erase()
    }

    private static func details(of collection: String) -> String { "\(collection) details" }

    private func sayFinished(_ report: CollectionReport) {
        line.erase()
        try? output.line(TerminalSanitizer.line("\(report.name): \(report.outcome.rawValue), \(report.pages) pages"))
    }
}

extension [ProgressLine.Part] {
    fileprivate mutating func put(_ part: ProgressLine.Part) {
        if let index = firstIndex(where: { $0.label == part.label }) { self[index] = part } else { append(part) }
    }
}

import FeedCache
import Synchronization

/// Shows a sync under way: a live line on a terminal, nothing in cron, a line a collection with `-v`.
///
/// The lock guards what is on the line; collections report from several tasks.
final class SyncProgressLine: Sendable {
    private struct State {
        var pages: [String: String] = [:]
        var order: [String] = []
        var isShown = false
    }

    private let output: Output
    private let columns: Int?
    private let isVerbose: Bool
    private let state = Mutex(State())

    init(shell: Shell, options: SharedOptions) {
        output = shell.errors
        isVerbose = options.verbose
        let columns = TerminalSize.columns(of: Output.errorDescriptor, environment: shell.environment)
        self.columns = options.quiet || shell.environment["TERM"] == "dumb" ? nil : columns
    }

    /// Takes what the sync tells.
    @Sendable func show(_ progress: SyncProgress) {
        state.withLock { state in
            switch progress {
            case .page(let collection, let pages, let items, _, let total):
                if state.pages[collection] == nil { state.order.append(collection) }
                let whole = total.map { "/\($0)" } ?? ""
                state.pages[collection] = "\(collection) \(items)\(whole) (\(pages)p)"
            case .finished(let report):
                state.pages[report.name] = nil
                state.order.removeAll { $0 == report.name }
                if isVerbose { sayFinished(report, &state) }
            }
            draw(&state)
        }
    }

    /// Takes the line off the screen.
    func end() {
        state.withLock { state in erase(&state) }
    }

    private func sayFinished(_ report: CollectionReport, _ state: inout State) {
        erase(&state)
        try? output.line("\(report.name): \(report.outcome.rawValue), \(report.pages) pages")
    }

    private func draw(_ state: inout State) {
        guard let columns else { return }
        let text = state.order.compactMap { state.pages[$0] }.joined(separator: "  ")
        guard !text.isEmpty else { return erase(&state) }
        try? output.write("\r\u{1B}[K" + DisplayWidth.truncate(Defusing.line(text), to: columns - 1))
        state.isShown = true
    }

    private func erase(_ state: inout State) {
        guard state.isShown else { return }
        try? output.write("\r\u{1B}[K")
        state.isShown = false
    }
}

import FeedCache
import Foundation
import TerminalKit

/// A section of the cache, as a terminal scrolls it.
struct ScrolledSection: ScrollModel {
    let scroll: SectionScroll

    func move(by rows: Int, height: Int) async throws -> ScrollView {
        ScrollView(try await scroll.move(by: rows, height: height))
    }

    func stay(for duration: Duration) async throws -> ScrollView {
        ScrollView(try await scroll.stay(for: duration))
    }

    func lookAway() async {
        await scroll.lookAway()
    }
}

extension ScrollView {
    fileprivate init(_ view: SectionScroll.View) {
        self.init(
            section: view.section, first: view.first, last: view.last, rowCount: view.rowCount, rows: view.rows,
            requested: view.requested, impressions: view.impressions.count,
            isOffline: view.requested > 0
                ? view.failure.map { $0.code == .connection || $0.code == .timeout } ?? false : nil)
    }
}

extension Shell {
    /// Scrolls a section by its keys, and says at the end what that came to.
    ///
    /// - Throws: `Complaint` where nobody sits at a terminal.
    func scroll(_ section: String, _ options: SharedOptions) async throws -> ExitStatus {
        guard !options.json, isatty(STDIN_FILENO) == 1, output.isTerminal, environment["TERM"] != "dumb" else {
            throw Complaint(.usage, "say by how many rows to scroll: scroll \(section) 5")
        }
        let model = ScrolledSection(scroll: try cache(options).scroll(section: section, lookingTime: .told))
        let scroll = InteractiveScroll(model, on: .standard, environment: environment, style: style(options))
        let ending = try await scroll.run()
        if let view = ending.view { say("\(section): " + ScrollScreen.facts(view, ending.tally), options) }
        return ending.wasInterrupted ? .interrupted : .done
    }
}

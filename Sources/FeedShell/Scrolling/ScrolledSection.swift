import FeedCache
import FeedModel
import FeedSource
import Foundation
import TerminalKit

/// A section that is scrolled: a step at a time, each of which may ask a server for an ad and so take its time.
///
/// A step calls `begun` once no step that is asked for later can come before it.
protocol ScrollModel: Sendable {
    /// Moves the viewport, no further than the section goes; 0 rows: looks.
    func move(by rows: Int, height: Int, begun: @Sendable () -> Void) async throws -> ScrollView
    /// That much time passes with the rows that are on screen.
    func stay(for duration: Duration, begun: @Sendable () -> Void) async throws -> ScrollView
    /// The screen was not visible since the last step: its rows have to stay again to count as seen.
    func lookAway() async
}

/// What is on screen after a step, and what the step did.
struct ScrollView: Sendable {
    let section: Section
    /// The first row on screen, from 0.
    let first: Int
    /// The last one; `first` - 1 where there is none.
    let last: Int
    let rowCount: Int
    let rows: [ComposedRow]
    let requested: Int
    let impressions: Int
    /// Whether the ad server was out of reach; nil where the step asked for nothing.
    let isOffline: Bool?
}

struct ScrolledSection: ScrollModel {
    let scroll: SectionScroll

    func move(by rows: Int, height: Int, begun: @Sendable () -> Void) async throws -> ScrollView {
        ScrollView(try await scroll.move(by: rows, height: height, begun: begun))
    }

    func stay(for duration: Duration, begun: @Sendable () -> Void) async throws -> ScrollView {
        ScrollView(try await scroll.stay(for: duration, begun: begun))
    }

    func lookAway() async {
        await scroll.lookAway()
    }
}

extension SectionScroll {
    // Up to its first wait a step keeps the actor to itself.

    fileprivate func move(by rows: Int, height: Int, begun: @Sendable () -> Void) async throws -> View {
        begun()
        return try await move(by: rows, height: height)
    }

    fileprivate func stay(for duration: Duration, begun: @Sendable () -> Void) async throws -> View {
        begun()
        return try await stay(for: duration)
    }
}

extension ScrollView {
    fileprivate init(_ view: SectionScroll.View) {
        self.init(
            section: view.section, first: view.first, last: view.last, rowCount: view.rowCount, rows: view.rows,
            requested: view.requested, impressions: view.impressions.count,
            isOffline: view.requested > 0 ? view.failure?.failure.reach == .unreached : nil)
    }
}

extension Shell {
    /// Scrolls a section by its keys, and says at the end what that came to.
    ///
    /// - Throws: `CommandError` without a terminal.
    func scroll(_ section: String, _ options: SharedOptions) async throws -> ExitStatus {
        guard !options.json, isatty(STDIN_FILENO) == 1, output.isScreen, environment["TERM"] != "dumb" else {
            throw CommandError(.usage, "say by how many rows to scroll: scroll \(section) 5")
        }
        let model = ScrolledSection(scroll: try cache(options).scroll(section: section, lookingTime: .told))
        let scroll = InteractiveScroll(model: model, screen: fullScreen(options))
        let ending = try await scroll.run()
        if let view = ending.view { say("\(section): " + ScrollScreen.facts(view, ending.tally), options) }
        return ending.wasInterrupted ? .interrupted : .done
    }
}

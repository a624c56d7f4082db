import FeedCache
import FeedModel
import FeedStore
import LocalServer

/// One page's stream of server-sent events (HTML Living Standard, §9.2).
///
/// `feed` brings all rows, `change` what changed since, `run` one more for the slider, `state` how the cache is, and `end`
/// that the page need not come again. There is no queue: while an event is under way changes come together.
struct PreviewStream: Sendable {
    /// How often it looks whether a sync is under way, and whether the reader is still there.
    private static let tick = Duration.seconds(1)
    /// A comment after so many looks finds out whether the reader is still there.
    private static let looksPerComment = 15
    /// What is more comes as a whole feed.
    private static let mostOperations = 500
    private static let mostBytes = 1 << 20

    let source: PreviewSource
    let table: StreamTable
    let connection: LocalConnection
    let pause: @Sendable (Duration) async throws -> Void

    /// Sends events until the reader leaves, or the server ends.
    func run(in place: StreamTable.Place, _ send: LocalResponse.Send) async throws {
        var progress = place.start
        var isLost = true
        defer { place.giveBack(progress, isLost: isLost) }
        do {
            try await send(Array("retry: 1000\n\n".utf8))
            try await follow(&progress, send)
            isLost = false
        } catch let error as any ReportableError {
            isLost = false
            try await event("end", .object([("words", .string(error.message))]), &progress, send)
        }
    }

    private func follow(_ progress: inout StreamTable.Progress, _ send: LocalResponse.Send) async throws {
        let commits = Commits(of: source.engine.database, pause: pause)
        let (looks, due) = AsyncThrowingStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        async let _ = await tell(due, commits)
        var isReadable = false
        var seen: (version: Int64?, isSyncing: Bool)?
        var state: [UInt8] = []
        var count = 0
        for try await _ in looks {
            // An older database would have to be copied to be observed.
            isReadable = try isReadable || source.isReadable
            let now = (version: isReadable ? try commits.version() : nil, isSyncing: source.engine.isSyncing)
            if seen.map({ $0 == now }) != true {
                seen = now
                let next = try source.state()
                if next.bytes != state {
                    state = next.bytes
                    try await event("state", next, &progress, send)
                }
                if isReadable { try await look(&progress, send) }
            }
            if table.isEnding {
                let words = "the preview has ended: run “feedcache preview” again"
                return try await event("end", .object([("words", .string(words))]), &progress, send)
            }
            count += 1
            if count % Self.looksPerComment == 0 { try await send(Array(":\n\n".utf8)) }
            if connection.clientHasLeft { throw ReaderLeft() }
        }
    }

    /// Tells when to look: after a commit, at each tick, and when the streams end.
    private func tell(_ looks: AsyncThrowingStream<Void, any Error>.Continuation, _ commits: Commits) async {
        await withTaskGroup { group in
            group.addTask {
                do {
                    while true {
                        looks.yield()
                        try await pause(Self.tick)
                    }
                } catch { looks.finish(throwing: error) }
            }
            group.addTask {
                do {
                    while try !source.isReadable { try await pause(Self.tick) }
                    for try await _ in commits { looks.yield() }
                } catch { looks.finish(throwing: error) }
            }
            group.addTask { if await table.isToEnd() { looks.yield() } }
        }
    }

    /// Sends what changed since the last look.
    private func look(_ progress: inout StreamTable.Progress, _ send: LocalResponse.Send) async throws {
        let view = progress.view
        let feed = try source.engine.read { try $0.feed(windows: view.windows(ofSections: $0.sections().count)) }
        if let before = progress.feed {
            let change = FeedChange(from: before, to: feed)
            if !change.changes.isEmpty || before.rowCounts != feed.rowCounts {
                let pictures = try source.pictures(on: feed)
                let (name, document) = try document(of: change, view, pictures: (progress.pictures, pictures))
                progress.pictures = pictures
                try await event(name, document, &progress, send)
            }
        } else {
            progress.pictures = try source.pictures(on: feed)
            let screen = source.drawn(feed, view, progress.pictures)
            try await event("feed", screen.document, &progress, send)
        }
        progress.feed = feed
        // A run that has ended is the one the feed names: where it was sent, there is none to look for.
        if progress.lastRun == nil || progress.lastRun != feed.run, let run = try source.lastRun(),
            run.number != progress.lastRun
        {
            progress.lastRun = run.number
            try await event("run", run.document, &progress, send)
        }
    }

    private func document(
        of change: FeedChange, _ view: PreviewView, pictures: (before: FeedPictures, after: FeedPictures)
    ) throws -> (String, JSONValue) {
        let screen = source.drawn(change.screen, view, pictures.after)
        guard change.changes.count <= Self.mostOperations else { return ("feed", screen.document) }
        let document = source.change(
            view, change.changes, from: source.drawn(change.before, view, pictures.before), to: screen,
            news: try source.news(of: change))
        return document.bytes.count <= Self.mostBytes ? ("change", document) : ("feed", screen.document)
    }

    private func event(
        _ name: String, _ document: JSONValue, _ progress: inout StreamTable.Progress, _ send: LocalResponse.Send
    ) async throws {
        progress.sent += 1
        let head = "id: \(progress.id(boot: table.boot))\nevent: \(name)\ndata: "
        try await send(Array(head.utf8) + document.bytes + Array("\n\n".utf8))
    }
}

private struct ReaderLeft: Error {}

extension FeedScreen {
    fileprivate var rowCounts: [Int] { sections.map(\.rowCount) }
}

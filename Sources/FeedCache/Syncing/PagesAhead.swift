import FeedModel
import FeedSource

/// A place in a list that is read page by page.
struct ListPosition: Sendable {
    let cursor: PageCursor
    /// The page's number, from 1.
    let number: Int64
    /// Elements that the list gave before it, as far as is known.
    let elements: Int
}

/// The pages of a list that were asked for and are not used yet, in the order of the list.
///
/// The first is the one that comes next. The others are guesses: where a page comes out otherwise than it was guessed,
/// what was asked for after it is dropped, and the list is read one page at a time from there.
struct PagesAhead<Strategy: PageStrategy> {
    /// The most bytes that are held ahead, as far as the size of the last page says.
    static var mostBytes: Int { 32 << 20 }

    typealias Requests = ThrowingTaskGroup<Arrival, any Error>

    /// A reply, and which request it is to.
    struct Arrival: Sendable {
        fileprivate let sequence: Int64
        fileprivate let reply: Result<PageFetcher.Reply, any Error>
    }

    /// Why a page is asked for.
    enum Reason: Sendable {
        /// It is the run's first one: no pause is made before it.
        case first
        case next
        /// It is likely to follow.
        case guess
        /// What was stored does not go with a 304: it is asked for without a condition, and at once.
        case again
    }

    private struct Asked {
        let cursor: PageCursor
        let question: PageFetcher.Question
        let isGuess: Bool
    }

    private let fetcher: PageFetcher
    private let strategy: Strategy
    private var mayGuess: Bool
    private var asked: [Asked] = []
    private var arrived: [Int64: Result<PageFetcher.Reply, any Error>] = [:]

    private var context: RunContext { fetcher.context }

    /// - Parameter mayGuess: whether more than the next page may be asked for.
    init(fetcher: PageFetcher, strategy: Strategy, mayGuess: Bool) {
        self.fetcher = fetcher
        self.strategy = strategy
        self.mayGuess = mayGuess && strategy.mayGuess && fetcher.context.options.pageSpacing <= .zero
    }

    /// Asks for the page that comes next, where it was not guessed, and for those that are likely to follow it.
    ///
    /// - Parameter bytes: how long the last page was; 0 where it is not known.
    mutating func ask(
        _ position: ListPosition, _ outlook: Paging.Outlook?, bytes: Int, _ requests: inout Requests
    ) throws {
        if let guess = asked.first, guess.cursor != position.cursor {
            drop()
            mayGuess = false
        }
        if asked.isEmpty { try ask(position, as: .next, &requests) }
        guard mayGuess, let outlook else { return }
        // Guesses are bounded by what is read by now, which is more than was known when the last one was made.
        var last = position
        var ahead = 1
        while let cursor = fetcher.spec.paging.guess(after: last.cursor, elements: last.elements, outlook) {
            last = ListPosition(cursor: cursor, number: last.number + 1, elements: last.elements + outlook.step)
            ahead += 1
            if ahead <= asked.count { continue }
            guard ahead * bytes <= Self.mostBytes, context.guesses.take() else { return }
            try ask(last, as: .guess, &requests)
        }
    }

    /// Asks for a page. Where it is asked for again, what was asked for after it is older than it then, and dropped.
    mutating func ask(_ position: ListPosition, as reason: Reason, _ requests: inout Requests) throws {
        if reason == .again { drop() }
        let question = try fetcher.question(position.cursor, since: strategy.since)
        asked.append(Asked(cursor: position.cursor, question: question, isGuess: reason == .guess))
        requests.addTask { [fetcher, strategy] in
            let reply: Result<PageFetcher.Reply, any Error>
            do {
                try Task.checkCancellation()
                if reason == .next || reason == .guess { try await fetcher.context.pauseBetweenPages() }
                let condition =
                    reason == .again
                    ? nil : try strategy.condition(forPage: position.number, address: question.address)
                reply = .success(try await fetcher.reply(to: question, condition: condition))
            } catch {
                reply = .failure(error)
            }
            return Arrival(sequence: question.sequence, reply: reply)
        }
    }

    /// The page that comes next, as soon as it is there.
    ///
    /// - Throws: `SourceError`, `StoreError`, `CancellationError`.
    mutating func page(at position: ListPosition, _ requests: inout Requests) async throws -> ListPage {
        let next = asked.removeFirst()
        if next.isGuess { context.guesses.giveBack(1) }
        while true {
            if let reply = arrived.removeValue(forKey: next.question.sequence) {
                return try fetcher.page(try reply.get(), to: next.question, elements: position.elements)
            }
            guard let arrival = try await requests.next() else { throw CancellationError() }
            let isWanted = asked.contains { $0.question.sequence == arrival.sequence }
            if isWanted || arrival.sequence == next.question.sequence { arrived[arrival.sequence] = arrival.reply }
        }
    }

    /// Forgets what was asked for and is not used.
    mutating func drop() {
        context.guesses.giveBack(asked.count { $0.isGuess })
        asked.removeAll()
        arrived.removeAll()
    }
}

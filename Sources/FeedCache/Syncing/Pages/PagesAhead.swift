import FeedModel
import FeedSource
import FeedStore

enum PageEvent: Sendable {
    /// A reply has come, to the request of that number.
    case arrival(sequence: Int64, Result<PageFetcher.Reply, any Error>)
    /// Pages were written, and what kept those after them from it.
    case written(WrittenPages, failure: (any Error)?)
    case due
}

typealias PageTasks = ThrowingTaskGroup<PageEvent, any Error>

/// The pages of a list that were asked for and are not used yet, in the order of the list.
///
/// The first is the one that comes next. The others are guesses: where a page comes out otherwise than it was guessed,
/// what was asked for after it is dropped, and the list is read one page at a time from there.
struct PagesAhead {
    /// The most bytes that are held ahead, as far as the size of the last page says.
    static let mostBytes = 32 << 20

    enum Reason: Sendable {
        /// It is the run's first one: no pause is made before it.
        case first
        case next
        case guess
        /// What was stored does not go with a 304: it is asked for without a condition, and at once.
        case again
    }

    private let reader: PageReader
    /// Whether more than the next page may be asked for.
    private var mayGuess: Bool
    private var asked: [(question: PageFetcher.Question, isGuess: Bool)] = []
    private var arrived: [Int64: Result<PageFetcher.Reply, any Error>] = [:]

    init(_ reader: PageReader) {
        self.reader = reader
        mayGuess = reader.pageLimit != 1 && reader.since == nil && reader.context.options.pageSpacing <= .zero
    }

    private var guesses: GuessBudget { reader.context.guesses }

    /// Asks for the page that comes next, where it was not guessed.
    ///
    /// - Parameter loop: knows the addresses that were asked for before.
    /// - Throws: `SourceError` where the address is one of them; nothing is asked for then.
    mutating func ask(
        _ position: ListPosition, as reason: Reason, _ loop: inout LoopGuard, _ tasks: inout PageTasks
    ) throws {
        if let guess = asked.first {
            if guess.question.cursor == position.cursor { return try admit(guess.question, &loop) }
            drop()
            mayGuess = false
        }
        let question = try question(position)
        try admit(question, &loop)
        send(question, position, as: reason, &tasks)
    }

    /// Asks for the page that has just come once more, without a condition. What was asked for after it is older than it
    /// then, and dropped.
    mutating func askAgain(_ position: ListPosition, _ tasks: inout PageTasks) throws {
        drop()
        send(try question(position), position, as: .again, &tasks)
    }

    private func admit(_ question: PageFetcher.Question, _ loop: inout LoopGuard) throws {
        do {
            try loop.ask(question.address)
        } catch {
            throw SourceError(
                .paginationLoop(error.message, advice: reader.fetcher.spec.paging.loopAdvice), url: question.request.url
            )
        }
    }

    /// Asks for pages that are likely to follow the one that comes next.
    ///
    /// - Parameter bytes: how long the last page was that came whole; 0 where none did.
    mutating func guess(
        after position: ListPosition, _ outlook: Paging.Outlook, bytes: Int, _ tasks: inout PageTasks
    ) throws {
        guard mayGuess else { return }
        // Guesses are bounded by what is read by now, which is more than was known when the last one was made.
        var last = position
        var ahead = 1
        while let cursor = reader.fetcher.spec.paging.guess(after: last.cursor, elements: last.elements, outlook) {
            last = last.after(outlook.step, at: cursor)
            ahead += 1
            if ahead <= asked.count { continue }
            guard ahead * bytes <= Self.mostBytes, guesses.take() else { return }
            do {
                send(try question(last), last, as: .guess, &tasks)
            } catch {
                guesses.giveBack(1)
                throw error
            }
        }
    }

    private func question(_ position: ListPosition) throws -> PageFetcher.Question {
        try reader.fetcher.question(position.cursor, since: reader.since)
    }

    private mutating func send(
        _ question: PageFetcher.Question, _ position: ListPosition, as reason: Reason, _ tasks: inout PageTasks
    ) {
        asked.append((question, reason == .guess))
        tasks.addTask { [reader] in
            let reply = await Result {
                try Task.checkCancellation()
                let pause = reader.context.options.pageSpacing
                if reason == .next || reason == .guess, pause > .zero {
                    try await reader.context.client.clock.sleep(for: pause)
                }
                let condition =
                    reason == .again
                    ? nil : try reader.walk?.condition(forPage: position.number, address: question.address)
                return try await reader.fetcher.reply(to: question, condition: condition)
            }
            return .arrival(sequence: question.sequence, reply)
        }
    }

    mutating func keep(_ reply: Result<PageFetcher.Reply, any Error>, to sequence: Int64) {
        guard asked.contains(where: { $0.question.sequence == sequence }) else { return }
        arrived[sequence] = reply
    }

    mutating func takePage(at position: ListPosition) throws -> ListPage? {
        guard let next = asked.first, let reply = arrived.removeValue(forKey: next.question.sequence) else {
            return nil
        }
        asked.removeFirst()
        if next.isGuess {
            if case .success = reply { guesses.confirm() } else { guesses.giveBack(1) }
        }
        return try reader.fetcher.page(try reply.get(), to: next.question, at: position)
    }

    mutating func drop() {
        guesses.giveBack(asked.count { $0.isGuess })
        asked.removeAll()
        arrived.removeAll()
    }
}

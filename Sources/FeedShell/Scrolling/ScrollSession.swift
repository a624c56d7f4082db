import FeedCache
import TerminalKit

/// What goes on between two events of a scroll on a terminal: keys become steps, steps are run beside the events, views
/// are drawn.
struct ScrollSession {
    enum Event: Sendable {
        /// Bytes from the terminal; none where it is gone.
        case typed([UInt8])
        case tick
        /// A step has begun, by its number: none that follows can come before it.
        case begun(Int)
        /// A step came back, by its number.
        case stepped(Int, Result<ScrollView, any Error>)
    }

    private struct Step {
        let number: Int
        let task: Task<Void, Never>
        var hasBegun = false
        var ticks = 0
    }

    /// After so many ticks a step is taken to wait for an ad.
    private static let slowAfterTicks = 2

    private let model: any ScrollModel
    private let screen: FullScreen
    private let send: @Sendable (Event) -> Void

    /// What is on screen, nil before anything is.
    private(set) var view: ScrollView?
    private(set) var tally = ScrollScreen.Tally()

    private var pace: ScrollPace
    private var decoder = KeyDecoder()
    private var wasWaiting = false
    private var drawing: ScreenDrawing
    private var stepCount = 0
    private var step: Step?
    /// The step that was let go: one at most.
    private var slowStep: Step?
    /// When the last event came. All that it leads to is at that time, however long drawing takes: else the time in which
    /// the program was stopped while it drew would count as seen.
    private var lastEvent: Duration
    /// Whether the section has to learn that the rows were not on screen.
    private var wasAway = false

    /// - Parameter send: takes what becomes of a step, to be given back as an event.
    init(_ model: any ScrollModel, on screen: FullScreen, send: @escaping @Sendable (Event) -> Void) {
        self.model = model
        self.screen = screen
        self.send = send
        drawing = ScreenDrawing(on: screen)
        lastEvent = screen.clock.now()
        pace = ScrollPace(height: 1, now: lastEvent)
        pace.resize(height: layout.rowCapacity)
    }

    /// - Returns: the key that ends it all, where the event has one.
    mutating func take(_ event: Event) throws -> TerminalKey? {
        let time = screen.clock.now()
        if time - lastEvent > ScreenClock.longestSilence { comeBack() }
        lastEvent = time
        switch event {
        case .typed(let bytes):
            if bytes.isEmpty { return .interrupt }
            wasWaiting = false
            for key in decoder.decode(bytes) {
                if key == .leave || key == .interrupt { return key }
                try press(key)
            }
        case .tick:
            if wasWaiting, let key = decoder.flush().first { return key }
            wasWaiting = decoder.isWaiting
            drawing.measure()
            pace.resize(height: layout.rowCapacity)
            letGoWhereSlow()
        case .begun(let number):
            if step?.number == number { step?.hasBegun = true }
        case .stepped(let number, let result): try finish(number, try result.get())
        }
        try goOn()
        return nil
    }

    /// Begins the next step, where there is one, and draws what is new.
    mutating func goOn() throws {
        try draw()
        guard let next = pace.next(at: lastEvent) else { return }
        stepCount += 1
        let task = Task { [model, send, stepCount, wasAway] in
            do {
                if wasAway { await model.lookAway() }
                let begun: @Sendable () -> Void = { send(.begun(stepCount)) }
                let view =
                    switch next {
                    case .move(let rows, let height): try await model.move(by: rows, height: height, begun: begun)
                    case .stay(let duration): try await model.stay(for: duration, begun: begun)
                    }
                send(.stepped(stepCount, .success(view)))
            } catch {
                send(.stepped(stepCount, .failure(error)))
            }
        }
        step = Step(number: stepCount, task: task)
        wasAway = false
    }

    func cancel() {
        step?.task.cancel()
        slowStep?.task.cancel()
    }

    // MARK: Steps

    private mutating func finish(_ number: Int, _ view: ScrollView) throws {
        tally.add(view)
        if number == slowStep?.number {
            // The section may have moved since; it is read again.
            slowStep = nil
            pace.lookAgain()
        } else {
            step = nil
            self.view = view
            pace.finish(view, at: lastEvent)
        }
    }

    private mutating func letGoWhereSlow() {
        step?.ticks += 1
        // One that has not begun could be overtaken by the next, and its move be made twice.
        guard slowStep == nil, let step, step.hasBegun, step.ticks > Self.slowAfterTicks else { return }
        slowStep = step
        self.step = nil
        pace.letGo()
    }

    // MARK: Keys

    private mutating func press(_ key: TerminalKey) throws {
        switch key {
        case .suspend:
            try screen.suspend()
            comeBack()
            drawing.forget()
        case .redraw: drawing.forget()
        default: pace.press(key)
        }
    }

    /// The program was stopped until now: the rows were not seen meanwhile.
    private mutating func comeBack() {
        lastEvent = screen.clock.now()
        pace.resume(at: lastEvent)
        wasAway = true
    }

    // MARK: Drawing

    private var layout: ScrollScreen {
        ScrollScreen(frame: drawing.frame)
    }

    private mutating func draw() throws {
        let lines = layout.lines(view, tally: tally, isAsking: slowStep != nil)
        try drawing.draw(lines)
    }
}

import FeedCache
import FeedModel
import TerminalKit

/// What goes on between two events while the feed is browsed: keys move and ask for things, these run beside the events,
/// and what they came to is drawn.
struct BrowseSession {
    enum Event: Sendable {
        /// Bytes from the terminal; none where it is gone.
        case typed([UInt8])
        case tick
        case page(Result<BrowsePage, any Error>)
        case looked(Result<BrowseSeen, any Error>)
        case asked(String, Result<SectionScroll.Answers, any Error>)
        case found(Result<BrowsePlace?, any Error>)
        case panel(Result<BrowsePanel, any Error>)
        case progress(String)
        case synced(Result<String, any Error>)
    }

    private let model: any BrowseModel
    private let screen: FullScreen
    private let send: @Sendable (Event) -> Void

    private(set) var notes = BrowseScreen.Notes()
    private var state: BrowseState
    private var keys = BrowseKeys()
    private var pace: BrowsePace
    private var panel: BrowsePanel?
    private var drawing: ScreenDrawing
    private var wasWaiting = false
    private var lastEvent: Duration
    private var version: Int64?
    /// Whether something was committed since the page was asked for.
    private var isStale = false
    private var lastText = ""
    private var lastRequest: BrowseRequest?

    private var reading: Task<Void, Never>?
    private var looking: Task<Void, Never>?
    private var asking: [String: Task<Void, Never>] = [:]
    private var unaskable: Set<String> = []
    /// A search, or the reading of a panel.
    private var searching: Task<Void, Never>?
    private var syncing: Task<Void, Never>?

    /// - Parameters:
    ///   - start: where it begins; nil: at the top.
    ///   - send: takes what becomes of what runs, to be given back as an event.
    init(
        _ model: any BrowseModel, on screen: FullScreen, from start: BrowseRequest.Anchor?,
        send: @escaping @Sendable (Event) -> Void
    ) {
        (self.model, self.screen, self.send) = (model, screen, send)
        drawing = ScreenDrawing(on: screen)
        lastEvent = screen.clock.now()
        pace = BrowsePace(now: lastEvent)
        state = BrowseState(height: drawing.layout.bodyHeight, at: start)
    }

    /// - Returns: the key that ends it all, where the event has one.
    /// - Throws: `StoreError` where the feed cannot be read, and `OutputError`.
    mutating func take(_ event: Event) throws -> TerminalKey? {
        let time = screen.clock.now()
        if time - lastEvent > ScreenClock.longestSilence { comeBack() }
        lastEvent = time
        switch event {
        case .typed(let bytes):
            if bytes.isEmpty { return .interrupt }
            wasWaiting = false
            if searching == nil { notes.message = nil }
            if let end = try perform(keys.take(bytes)) { return end }
        case .tick:
            if let end = try tick() { return end }
        default: try finish(event)
        }
        try goOn()
        return nil
    }

    mutating func goOn() throws {
        if version == nil { version = try model.version() }
        if reading == nil, isStale || state.needsPage {
            // What a page did not bring, the same request does not bring either.
            let request = state.request
            if isStale || request != lastRequest {
                reading = run(Event.page) { [model] in try await model.read(request) }
            }
            (isStale, lastRequest) = (false, request)
        }
        if let look = pace.next(panel == nil ? state.visible : [], at: lastEvent) {
            looking = run(Event.looked) { [model] in try await model.look(look) }
        }
        try draw()
    }

    func cancel() {
        for task in [reading, looking, searching, syncing] { task?.cancel() }
        for task in asking.values { task.cancel() }
    }

    /// Waits for the end of a sync that was cancelled: it notes how far it came.
    func waitForSync() async {
        await syncing?.value
    }

    private func run<Value: Sendable>(
        _ event: @escaping @Sendable (Result<Value, any Error>) -> Event,
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Void, Never> {
        Task { [send] in send(event(await Result(work))) }
    }

    // MARK: Events

    private mutating func tick() throws -> TerminalKey? {
        if wasWaiting, let end = try perform(keys.flush()) { return end }
        wasWaiting = keys.isWaiting
        drawing.measure()
        state.resize(height: drawing.layout.bodyHeight)
        state.expire(at: lastEvent)
        let version = try model.version()
        if version != self.version { (self.version, isStale) = (version, true) }
        return nil
    }

    private mutating func finish(_ event: Event) throws {
        switch event {
        case .typed, .tick: break
        case .page(let result):
            reading = nil
            state.take(try result.get(), at: lastEvent)
        case .looked(let result):
            looking = nil
            pace.finish()
            let seen = try result.get()
            notes.tally.impressions += seen.impressions
            for section in seen.wanting where asking[section] == nil && !unaskable.contains(section) {
                asking[section] = run({ .asked(section, $0) }) { [model] in try await model.ask(section) }
            }
        case .asked(let section, let result):
            asking[section] = nil
            do {
                let asked = try result.get()
                notes.tally.requested += asked.requested
                notes.tally.impressions += asked.impressions.count
                if asked.requested > 0 { notes.tally.isOffline = asked.failure?.reach == .unreached }
            } catch {
                // A section that is gone may come back.
                if !(error is UnknownNameError) { unaskable.insert(section) }
                say(error)
            }
        case .found(let result):
            (searching, notes.message) = (nil, nil)
            do {
                if let place = try result.get() { state.go(to: place) } else { notes.message = "nothing found" }
            } catch {
                say(error)
            }
        case .panel(let result):
            (searching, notes.message) = (nil, nil)
            do { panel = try result.get() } catch { say(error) }
        case .progress(let text):
            if syncing != nil { notes.sync = text }
        case .synced(let result):
            (syncing, notes.sync) = (nil, nil)
            do { notes.message = try result.get() } catch { say(error) }
        }
    }

    private mutating func say(_ error: any Error) {
        if !(error is CancellationError) { notes.message = CommandError(error).message }
    }

    // MARK: Keys

    private mutating func perform(_ commands: [BrowseKeys.Command]) throws -> TerminalKey? {
        for command in commands {
            switch command {
            case .key(.interrupt): return .interrupt
            case .key(.leave):
                if let searching {
                    searching.cancel()
                } else if panel != nil {
                    panel = nil
                } else {
                    return .leave
                }
            case .key(.suspend):
                try screen.suspend()
                comeBack()
                drawing.forget()
            case .key(.redraw): drawing.forget()
            case .key(let key): move(key)
            case .sync: sync()
            case .open where panel != nil: move(.down)
            case _ where panel != nil || searching != nil: break
            case .open: open()
            case .find(let text):
                if !text.isEmpty { lastText = text }
                find(isForward: true)
            case .findNext(let isForward): find(isForward: isForward)
            case .showChanges:
                notes.message = "comparing…"
                searching = run(Event.panel) { [model] in try await model.changes() }
            case .showKeys: panel = .keys
            }
        }
        return nil
    }

    private mutating func move(_ key: TerminalKey) {
        let height = drawing.layout.panelHeight
        if panel != nil {
            panel?.press(key, height: height)
        } else {
            state.press(key)
        }
    }

    private mutating func open() {
        guard let (row, place) = chosen else { return }
        searching = run(Event.panel) { [model] in try await model.panel(of: row, at: place) }
    }

    private mutating func find(isForward: Bool) {
        guard !lastText.isEmpty else { return notes.message = "type / and a text first" }
        guard let (_, place) = chosen else { return }
        notes.message = "finding…  Esc stops"
        searching = run(Event.found) { [model, lastText] in
            try await model.find(lastText, from: place, isForward: isForward)
        }
    }

    private mutating func sync() {
        guard syncing == nil else { return }
        notes.sync = "syncing"
        syncing = run(Event.synced) { [model, send] in try await model.sync { send(.progress($0)) } }
    }

    private var chosen: (FeedRow, BrowsePlace)? {
        state.chosen.map { position, row in
            let section = state.outline.parts[position.section].section.id
            return (row, BrowsePlace(section: section, row: position.row, identity: row.identity))
        }
    }

    /// The program was stopped until now: the rows were not seen meanwhile.
    private mutating func comeBack() {
        lastEvent = screen.clock.now()
        pace.resume(at: lastEvent)
    }

    // MARK: Drawing

    private mutating func draw() throws {
        var notes = notes
        notes.typed = keys.text
        let lines: [String]
        if var shown = panel {
            lines = drawing.layout.lines(&shown, notes)
            panel = shown
        } else {
            lines = drawing.layout.lines(state, notes)
        }
        try drawing.draw(lines)
    }
}

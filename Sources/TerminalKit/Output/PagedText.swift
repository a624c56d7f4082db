import Foundation

/// Text on its way to a terminal: held back while it fits the screen, handed to a pager once it does not.
struct PagedText {
    private enum State {
        case holding([UInt8])
        case paging(PagerProcess)
        /// The pager could not be started.
        case direct
    }

    /// A pager that was left early takes no more. So much is let go quietly, so that a command with a long result comes
    /// to its own end and status; a longer one is stopped.
    private static let mostDropped = 1 << 20

    private let descriptor: Int32
    private let pager: Pager
    private var ruler: ScreenRuler
    private var state = State.holding([])
    private var dropped = 0

    init(to descriptor: Int32, pager: Pager, screen: TerminalSize) {
        self.descriptor = descriptor
        self.pager = pager
        ruler = ScreenRuler(screen)
    }

    mutating func write(_ bytes: [UInt8]) throws(DescriptorError) {
        switch state {
        case .holding(let held):
            ruler.take(bytes)
            state = .holding(held + bytes)
            if ruler.isOverfull { try start(held + bytes) }
        case .paging(let process): try pass(bytes, to: process)
        case .direct: try Descriptor.write(bytes, to: descriptor)
        }
    }

    /// Writes what was held back.
    ///
    /// - Returns: the pager, which has all it gets now and is to be waited for.
    mutating func end() -> PagerProcess? {
        switch state {
        case .holding(let held): try? Descriptor.write(held, to: descriptor)
        case .paging(let process): return process
        case .direct: break
        }
        return nil
    }

    private mutating func start(_ held: [UInt8]) throws(DescriptorError) {
        guard let process = PagerProcess(pager, showingOn: descriptor) else {
            state = .direct
            return try Descriptor.write(held, to: descriptor)
        }
        state = .paging(process)
        try pass(held, to: process)
    }

    private mutating func pass(_ bytes: [UInt8], to process: PagerProcess) throws(DescriptorError) {
        do {
            try process.write(bytes)
        } catch {
            dropped += bytes.count
            guard error.number == EPIPE, dropped <= Self.mostDropped else { throw error }
        }
    }
}

/// Measures how many lines of a screen a text takes.
struct ScreenRuler {
    private let screen: TerminalSize
    private var rows = 0
    /// What follows the last line break.
    private var line: [UInt8] = []

    init(_ screen: TerminalSize) {
        self.screen = screen
    }

    /// Whether the beginning has left the screen, on whose last line there will be a prompt.
    var isOverfull: Bool { rows + (line.isEmpty ? 0 : height(line[...])) >= screen.rows }

    mutating func take(_ bytes: [UInt8]) {
        line += bytes
        guard let end = line.lastIndex(of: UInt8(ascii: "\n")) else { return }
        for line in line[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            rows += height(line)
        }
        line.removeSubrange(...end)
    }

    private func height(_ line: ArraySlice<UInt8>) -> Int {
        // A text that fills the screen by its bytes alone need not be measured by its letters.
        if line.count > 64 * screen.rows * screen.columns { return screen.rows }
        let text = String(decoding: line, as: UTF8.self)
        // Colours take no room.
        let visible = text.contains("\u{1B}") ? text.replacing(/\u{1B}\[[0-9;]*m/, with: "") : text
        return max(1, (DisplayWidth.of(visible) + screen.columns - 1) / screen.columns)
    }
}

import Dispatch
import Foundation

/// Turns the bytes that a terminal sends into keys: arrows, Page keys, Home and End as xterm, VT220, rxvt and the Linux
/// console send them, and the letters of `less` and vi.
///
/// A sequence may come in pieces. That an ESC is a key by itself is known only when nothing follows it: the caller waits a
/// moment while `isWaiting`, then calls `flush`. What is no key here is passed over whole (control sequences by
/// ECMA-48, 5.4).
package struct KeyDecoder {
    private enum State: Equatable {
        case ground
        case escape
        /// After ESC O, a single shift.
        case shift
        /// After ESC [, with the parameters so far.
        case control([UInt8])
    }

    /// More parameters than any key has; what goes on is still passed over.
    private static let mostParameters = 16

    private var state = State.ground

    package init() {}

    /// Whether an ESC, or the beginning of a sequence, was the last that came.
    package var isWaiting: Bool { state != .ground }

    /// What was pressed: a byte that a key sends, or the meaning of a sequence.
    package enum Press: Equatable, Sendable {
        case byte(UInt8)
        case key(TerminalKey)
    }

    /// What is complete with these bytes.
    package mutating func presses(_ bytes: some Sequence<UInt8>) -> [Press] {
        bytes.compactMap { take($0) }
    }

    /// Nothing more came: an ESC is a key by itself, and a sequence that was cut off is none.
    package mutating func flush() -> [TerminalKey] {
        defer { state = .ground }
        return state == .escape ? [.leave] : []
    }

    private mutating func take(_ byte: UInt8) -> Press? {
        switch (state, byte) {
        case (_, 0x1B):
            // Two in a row: the first was a key by itself, or was Alt before a key, which is the key here.
            state = .escape
            return nil
        case (.ground, _):
            return .byte(byte)
        case (.escape, UInt8(ascii: "[")):
            state = .control([])
            return nil
        case (.escape, UInt8(ascii: "O")):
            state = .shift
            return nil
        case (.escape, _):
            // Alt and a letter.
            state = .ground
            return nil
        case (.shift, _):
            state = .ground
            return Self.final(byte, []).map(Press.key)
        case (.control(let parameters), _):
            return takeControl(byte, parameters)
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ parameters: [UInt8]) -> Press? {
        switch byte {
        case 0x20...0x3F:
            if parameters.count < Self.mostParameters { state = .control(parameters + [byte]) }
            return nil
        case 0x40...0x7E:
            state = .ground
            return Self.final(byte, parameters).map(Press.key)
        default:
            // No part of a sequence: a key that was pressed in the middle of a broken one.
            state = .ground
            return .byte(byte)
        }
    }

    /// The key of a sequence that ends in `byte`. Modifiers, the second parameter, make no difference.
    private static func final(_ byte: UInt8, _ parameters: [UInt8]) -> TerminalKey? {
        let number = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        return switch (Unicode.Scalar(byte), number) {
        case ("A", _): .up
        case ("B", _): .down
        case ("H", _), ("~", "1"), ("~", "7"): .home
        case ("F", _), ("~", "4"), ("~", "8"): .end
        case ("~", "5"): .pageUp
        case ("~", "6"): .pageDown
        default: nil
        }
    }
}

/// What a key means while something is scrolled.
package enum TerminalKey: Equatable, Sendable {
    case up, down
    case pageUp, pageDown
    case home, end
    case leave
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L: draw anew what another program wrote over.
    case redraw

    package init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "k"), 0x10: self = .up
        case UInt8(ascii: "j"), 0x0A, 0x0D, 0x0E: self = .down
        case UInt8(ascii: "b"), UInt8(ascii: "u"), 0x02, 0x15: self = .pageUp
        case UInt8(ascii: " "), UInt8(ascii: "f"), UInt8(ascii: "d"), 0x06, 0x04: self = .pageDown
        case UInt8(ascii: "g"): self = .home
        case UInt8(ascii: "G"): self = .end
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): self = .leave
        case 0x03: self = .interrupt
        case 0x1A: self = .suspend
        case 0x0C: self = .redraw
        default: return nil
        }
    }
}

/// Reads what is typed on a terminal as it comes, without a thread that waits.
///
/// It reads from a descriptor of its own, closed once dispatch is done with it: one that is closed before, and whose number
/// is given to another file, leaves the source of that file without a key.
///
/// A dispatch source may be cancelled from any thread; nothing else is done with it.
package final class KeySource: @unchecked Sendable {
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - descriptor: of a terminal that gives keys one by one.
    ///   - take: gets the bytes, in order; none where nothing will ever come again.
    package init(_ descriptor: Int32, take: @escaping @Sendable ([UInt8]) -> Void) {
        let queue = DispatchQueue(label: "feedcache.keys")
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        // Where the process may open no more files.
        let input = copy >= 0 ? copy : descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: queue)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = bytes.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            // At its end a terminal that is gone would be readable for ever.
            if count <= 0 { source.cancel() }
            take(Array(bytes.prefix(max(0, count))))
        }
        source.setCancelHandler {
            if copy >= 0 { close(copy) }
        }
        self.source = source
        source.resume()
    }

    /// Leaves what is typed from now on to others.
    package func stop() {
        source.cancel()
    }
}

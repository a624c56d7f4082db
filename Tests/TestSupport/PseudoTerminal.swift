import Foundation
import Synchronization

/// A terminal that a test types on and looks at.
public final class PseudoTerminal: Sendable {
    /// What the program under test reads and writes.
    public let descriptor: Int32
    private let controller: Int32
    /// What has come and was not looked at; the lock is for tests that run on several threads.
    private let seen = Mutex<[UInt8]>([])

    /// Opens a terminal.
    public init?(columns: UInt16 = 60, rows: UInt16 = 20) {
        var (controller, descriptor): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&controller, &descriptor, nil, nil, &size) == 0 else { return nil }
        self.controller = controller
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        close(controller)
    }

    /// Types a text.
    public func type(_ keys: String) {
        type(Array(keys.utf8))
    }

    /// Types bytes, which may be no text.
    public func type(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
    }

    /// Makes the terminal so many columns wide.
    public func resize(columns: UInt16) {
        var size = winsize(ws_row: 20, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// What appears up to and with `text`, or all there is after ten seconds without anything new.
    public func see(_ text: String) -> String {
        seen.withLock { seen in
            var shown = seen.firstRange(of: text.utf8)
            while shown == nil, let chunk = read() {
                seen += chunk
                shown = seen.firstRange(of: text.utf8)
            }
            let end = shown?.upperBound ?? seen.endIndex
            defer { seen.removeSubrange(..<end) }
            return String(decoding: seen[..<end], as: UTF8.self)
        }
    }

    /// What appears until it is as wanted, or all there is after a minute without anything new.
    public func see(until isEnough: (String) -> Bool) -> String {
        seen.withLock { seen in
            while !isEnough(String(decoding: seen, as: UTF8.self)), let chunk = read(seconds: 60) { seen += chunk }
            defer { seen = [] }
            return String(decoding: seen, as: UTF8.self)
        }
    }

    private func read(seconds: Int32 = 10) -> ArraySlice<UInt8>? {
        var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, seconds * 1_000) > 0 else { return nil }
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = chunk.withUnsafeMutableBytes { Foundation.read(controller, $0.baseAddress, $0.count) }
        return count > 0 ? chunk[..<count] : nil
    }
}

import Dispatch
import FeedModel
import Foundation
import Synchronization

/// Tells listeners on a queue which signals came. A signal's handler may do next to nothing: ours writes the number into
/// a pipe.
///
/// Dispatch's own signal sources will not do on Linux: one made after another was cancelled hears nothing where the
/// signal was ignored in between. The lock guards the list of listeners.
final class SignalRelay: Sendable {
    fileprivate static let shared = SignalRelay()

    // Written once, before the first handler is set.
    nonisolated(unsafe) private static var writingEnd: Int32 = -1

    private let listeners = Mutex<[SignalListener]>([])

    private init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        Self.writingEnd = ends[1]
        let readingEnd = ends[0]
        let queue = DispatchQueue(label: "feedcache.signals")
        let source = DispatchSource.makeReadSource(fileDescriptor: readingEnd, queue: queue)
        source.setEventHandler { [unowned self] in
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = bytes.withUnsafeMutableBytes { read(readingEnd, $0.baseAddress, $0.count) }
            for byte in bytes.prefix(max(0, count)) { dispatch(Int32(byte)) }
        }
        source.activate()
        // It lives as long as the process.
        _ = Unmanaged.passRetained(source as AnyObject)
    }

    /// Ends the process on SIGQUIT without a word: what the Swift runtime does instead is print where every thread was.
    static func endOnQuit() {
        signal(SIGQUIT, quit)
    }

    fileprivate func add(_ listener: SignalListener) {
        listeners.withLock { listeners in
            listeners.append(listener)
            for number in listener.numbers { signal(number, Self.note) }
        }
    }

    fileprivate func remove(_ gone: SignalListener, ignoring: Bool) {
        listeners.withLock { listeners in
            guard let index = listeners.firstIndex(where: { $0 === gone }) else { return }
            listeners.remove(at: index)
            for number in gone.numbers where !listeners.contains(where: { $0.numbers.contains(number) }) {
                signal(number, ignoring ? SIG_IGN : number == SIGQUIT ? Self.quit : SIG_DFL)
            }
        }
    }

    private func dispatch(_ number: Int32) {
        let hearing = listeners.withLock { listeners in
            let all = listeners.filter { $0.numbers.contains(number) }
            return all[(all.lastIndex(where: \.isAlone) ?? all.startIndex)...]
        }
        for listener in hearing { listener.hear(number) }
    }

    private static let quit: @convention(c) (Int32) -> Void = { _ in _exit(ExitStatus.quit.rawValue) }

    private static let note: @convention(c) (Int32) -> Void = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        // A full pipe holds the number already.
        _ = write(writingEnd, &byte, 1)
        errno = saved
    }
}

/// Hears signals that would end the process, named by the status it would end with.
final class SignalListener: Sendable {
    private let statuses: [ExitStatus]
    fileprivate let isAlone: Bool
    /// Called on a queue.
    private let handler: @Sendable (ExitStatus) -> Void

    /// - Parameter isAlone: whether those who listened before do not hear these signals until it stops.
    init(_ statuses: [ExitStatus], isAlone: Bool = false, _ handler: @escaping @Sendable (ExitStatus) -> Void) {
        (self.statuses, self.isAlone, self.handler) = (statuses, isAlone, handler)
        SignalRelay.shared.add(self)
    }

    fileprivate var numbers: [Int32] { statuses.compactMap(\.signal) }

    fileprivate func hear(_ number: Int32) {
        for status in statuses where status.signal == number { handler(status) }
    }

    /// - Parameter ignoring: whether the signals do nothing from now on where there is no other listener, rather than what
    ///   they do by default.
    func stop(ignoring: Bool) {
        SignalRelay.shared.remove(self, ignoring: ignoring)
    }
}

extension ExitStatus {
    /// Those that a signal ends the program with.
    static let signals: [ExitStatus] = [.interrupted, .terminated, .hungUp, .quit]

    fileprivate var signal: Int32? {
        switch self {
        case .hungUp: SIGHUP
        case .interrupted: SIGINT
        case .quit: SIGQUIT
        case .terminated: SIGTERM
        default: nil
        }
    }
}

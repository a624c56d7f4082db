import Dispatch
import Foundation

/// Reads what is typed on a terminal as it comes, without a thread that waits.
///
/// A dispatch source may be cancelled from any thread; nothing else is done with it.
final class KeySource: @unchecked Sendable {
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - descriptor: of a terminal that gives keys one by one.
    ///   - take: gets the bytes, in order; none where nothing will ever come again.
    init(_ descriptor: Int32, take: @escaping @Sendable ([UInt8]) -> Void) {
        let queue = DispatchQueue(label: "feedcache.keys")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            // At its end a terminal that is gone would be readable for ever.
            if count <= 0 { source.cancel() }
            take(Array(bytes.prefix(max(0, count))))
        }
        self.source = source
        source.resume()
    }

    /// Leaves what is typed from now on to others.
    func stop() {
        source.cancel()
    }
}

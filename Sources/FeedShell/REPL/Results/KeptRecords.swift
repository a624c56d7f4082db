import FeedModel
import Foundation
import Synchronization
import TerminalKit

/// The records of a result, kept to be shown again: in memory, past 8 MB in a file without a name, which no other process
/// can open and which is gone with this. The lock guards both.
final class KeptRecords: Sendable {
    /// Bytes that are kept at most; of a longer result, its beginning.
    private static let mostBytes = 1 << 30
    private static let chunk = 64 << 10

    struct State {
        var bytes: [UInt8] = []
        var file: Int32?
        var written = 0
        var count = 0
        var isFull = false
        var isWhole = false
    }

    private let mostInMemory: Int
    let state = Mutex(State())

    /// - Parameter mostInMemory: bytes that are kept in memory.
    init(mostInMemory: Int = 8 << 20) {
        self.mostInMemory = mostInMemory
    }

    deinit {
        if let file = state.withLock(\.file) { close(file) }
    }

    var count: Int { state.withLock(\.count) }

    var isWhole: Bool { state.withLock { $0.isWhole && !$0.isFull } }

    /// Keeps a record; one that cannot be kept, and all after it, are left out.
    func add(_ record: KeptRecord) {
        state.withLock { state in
            guard !state.isFull else { return }
            let bytes = record.bytes
            guard state.written + state.bytes.count + bytes.count <= Self.mostBytes else { return state.isFull = true }
            state.bytes += bytes
            state.count += 1
            guard state.bytes.count > (state.file == nil ? mostInMemory : Self.chunk) else { return }
            if state.file == nil { state.file = (try? Descriptor.namelessFile()) }
            guard let file = state.file, (try? Descriptor.write(state.bytes, to: file)) != nil else {
                // Without room on the disk the rest stays out of memory too.
                return state.isFull = true
            }
            state.written += state.bytes.count
            state.bytes.removeAll(keepingCapacity: false)
        }
    }

    func end() { state.withLock { $0.isWhole = true } }

    func forEach(_ body: (KeptRecord) throws -> Void) throws {
        let (file, written, last) = state.withLock { ($0.file, $0.written, $0.bytes) }
        var held: [UInt8] = []
        var place = 0
        while let file, place < written {
            var chunk = [UInt8](repeating: 0, count: min(Self.chunk, written - place))
            let count = chunk.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(place)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw CommandError(.inputOutput, "the last result cannot be read", advice: "run its command again")
            }
            place += count
            held += chunk[..<count]
            held.removeFirst(try Self.take(from: held[...], body))
        }
        _ = try Self.take(from: (held + last)[...], body)
    }

    /// - Returns: how many bytes the records are that were handed over.
    private static func take(from bytes: ArraySlice<UInt8>, _ body: (KeptRecord) throws -> Void) throws -> Int {
        var rest = bytes
        while let length = KeptRecord.number(rest), length <= rest.count - KeptRecord.numberSize {
            rest = rest.dropFirst(KeptRecord.numberSize)
            try Task.checkCancellation()
            if let record = KeptRecord(rest.prefix(length)) { try body(record) }
            rest = rest.dropFirst(length)
        }
        return bytes.count - rest.count
    }
}

import FeedCache
import FeedModel
import FeedStore
import FeedStream
import TerminalKit

/// Prints the change stream, a chunk at a time and whole lines only.
struct ChangeOutput {
    let cache: FeedEngine
    let shell: Shell
    let options: SharedOptions

    /// - Parameters:
    ///   - isEndless: whether it goes on with what is written later.
    ///   - limit: after how many lines it ends, at the next line of type state; nil: when all was written.
    func write(after token: ChangeToken?, isEndless: Bool, limit: Int?) async throws {
        var limits = ChangeReader.Limits()
        if let limit { limits.lines = min(limit, limits.lines) }
        let writer = ChunkWriter(output: shell.output, isCSV: options.mode == .csv)
        var messages = cache.messages(
            after: token, follows: isEndless, limits: limits, commits: shell.commits(to: cache)
        ).makeAsyncIterator()
        var next = try await messages.nextChunk()
        var lines = 0
        while let chunk = next {
            if let reason = chunk.reason { shell.report(reason) }
            lines += chunk.lines.count
            let isLast = limit.map { lines >= $0 && chunk.token != nil } ?? false
            if chunk.isComplete || isLast {
                try await writer.write(chunk)
                next = isLast ? nil : try await messages.nextChunk()
            } else {
                // What follows is there: it is read while this one is written.
                async let written: Void = writer.write(chunk)
                let read = await Result { try await messages.nextChunk() }
                try await written
                next = try read.get()
            }
        }
    }
}

extension Shell {
    func report(_ reason: ChangeReader.Reason) {
        let why: String
        var advice: String?
        switch reason {
        case .new: return
        case .pruned: why = "the cache has forgotten removals that the reader does not know of"
        case .forked:
            why = "the database was put back or is a copy: it is not what the token was read from"
            advice = "where it is a copy beside the other one, give it a name of its own with “changes --new-cache”"
        }
        report(ErrorLine("snapshot_\(reason.rawValue)", "\(why); everything is sent again", advice: advice), .done)
    }
}

/// Makes text of chunks and writes it; whatever goes wrong, whole lines only.
private actor ChunkWriter {
    private let output: Output
    private let isCSV: Bool
    /// The text of a chunk; its room is used again for the next one.
    private var bytes: [UInt8]

    init(output: Output, isCSV: Bool) {
        self.output = output
        self.isCSV = isCSV
        bytes = isCSV ? FeedMessage.csvHeader : []
    }

    func write(_ chunk: ChangeReader.Chunk) throws {
        for line in chunk.lines {
            if isCSV { line.appendCSV(to: &bytes) } else { line.appendJSON(to: &bytes) }
        }
        defer { bytes.removeAll(keepingCapacity: true) }
        guard output.isTerminal else { return try output.write(bytes) }
        // A terminal must not obey what a server sent.
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            try output.line(TerminalSanitizer.line(String(line)))
        }
    }
}

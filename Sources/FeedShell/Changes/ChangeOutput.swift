import FeedCache
import FeedModel
import FeedStore
import TerminalKit

/// Writes the change stream, a chunk at a time and whole lines only.
struct ChangeOutput {
    let cache: FeedEngine
    let shell: Shell
    let options: SharedOptions

    /// - Parameters:
    ///   - isEndless: whether it goes on with what is written later.
    ///   - limit: after how many lines it ends, at the next line of type state; nil: when all is told.
    /// - Returns: `.done`.
    func write(after token: ChangeToken?, isEndless: Bool, limit: Int?) async throws -> ExitStatus {
        let output = shell.output
        var limits = ChangeReader.Limits()
        if let limit { limits.lines = min(limit, limits.lines) }
        let chunks = cache.changeStream(after: token, isEndless: isEndless, limits: limits) { duration in
            try await Task.sleep(for: duration)
            if output.isAbandoned { throw OutputError.closed }
        }
        var lines = 0
        var isFirst = true
        for try await chunk in chunks {
            if let reason = chunk.reason { tell(reason) }
            try write(chunk, withHeader: isFirst)
            isFirst = false
            lines += chunk.lines.count
            if let limit, lines >= limit, chunk.token != nil { break }
        }
        return .done
    }

    private func write(_ chunk: ChangeReader.Chunk, withHeader: Bool) throws {
        var bytes: [UInt8] = []
        let isCSV = options.mode == .csv
        if isCSV, withHeader { bytes += ChangeLine.csvHeader }
        for line in chunk.lines {
            if isCSV { line.appendCSV(to: &bytes) } else { line.appendJSON(to: &bytes) }
        }
        guard shell.output.isTerminal else { return try shell.output.write(bytes) }
        // A terminal must not obey what a server sent.
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            try shell.output.line(TerminalSanitizer.line(String(line)))
        }
    }

    private func tell(_ reason: ChangeReader.Reason) {
        let why: String
        switch reason {
        case .new: return
        case .pruned: why = "the cache has forgotten removals that the reader does not know of"
        case .forked: why = "the database was put back or is a copy: it is not what the token was read from"
        }
        shell.report(ErrorLine("snapshot_\(reason.rawValue)", "\(why); everything is sent again"), .done)
    }
}

import Dispatch
import Foundation

/// Where the REPL's lines come from.
protocol LineSource: Sendable {
    /// Waits for a line without holding up other tasks.
    func next(prompt: String) async -> LineReading
    /// Keeps a line for later sessions.
    func remember(_ line: String) async
}

/// Lines of a pipe or file: no prompt, no history.
final class PipedLines: LineSource, @unchecked Sendable {
    // The reader is touched on the queue only.
    private let queue = DispatchQueue(label: "feedcache.lines")
    private let reader = LineReader()

    func next(prompt: String) async -> LineReading {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.reader.next()) }
        }
    }

    func remember(_ line: String) async {}
}

/// Lines typed on a terminal.
final class TypedLines: LineSource, @unchecked Sendable {
    // The editor is touched on the queue only.
    private let queue = DispatchQueue(label: "feedcache.editor")
    private let editor: LineEditor

    init?(historyPath: String?, complete: @escaping LineEditor.Completer) {
        guard let editor = LineEditor(historyPath: historyPath, complete: complete) else { return nil }
        self.editor = editor
    }

    func next(prompt: String) async -> LineReading {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.editor.readLine(prompt: prompt)) }
        }
    }

    func remember(_ line: String) async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.editor.remember(line)
                continuation.resume()
            }
        }
    }
}

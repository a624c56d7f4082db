import Dispatch
import Foundation

/// Where the REPL's lines come from.
package protocol LineSource: Sendable {
    /// Waits for a line without holding up other tasks.
    func next(prompt: String) async -> LineReading
    /// Keeps a line for later sessions.
    func remember(_ line: String) async
    /// The lines that were kept, the oldest first.
    func history() async -> [String]
}

/// Lines of a pipe or file: no prompt, no history.
package final class PipedLines: LineSource, @unchecked Sendable {
    // The reader is touched on the queue only.
    private let queue = DispatchQueue(label: "lines")
    private let reader: LineReader
    private let closed: Int32?

    /// - Parameter descriptor: of an open file, which is closed with this; nil for standard input.
    package init(closing descriptor: Int32? = nil) {
        reader = LineReader(descriptor: descriptor ?? STDIN_FILENO)
        closed = descriptor
    }

    deinit {
        if let closed { close(closed) }
    }

    package func next(prompt: String) async -> LineReading {
        await queue.run { self.reader.next() }
    }

    package func remember(_ line: String) async {}

    package func history() async -> [String] { [] }
}

package final class TypedLines: LineSource, @unchecked Sendable {
    // The editor is touched on the queue only.
    private let queue = DispatchQueue(label: "line-editor")
    private let editor: LineEditor

    package init?(program: String, historyPath: String?, complete: @escaping LineEditor.Completer) {
        guard let editor = LineEditor(program: program, historyPath: historyPath, complete: complete) else {
            return nil
        }
        self.editor = editor
    }

    package func next(prompt: String) async -> LineReading {
        await queue.run { self.editor.readLine(prompt: prompt) }
    }

    package func remember(_ line: String) async {
        await queue.run { self.editor.remember(line) }
    }

    package func history() async -> [String] {
        await queue.run { self.editor.entries }
    }
}

extension DispatchQueue {
    /// Waits for what the work gives without holding up other tasks.
    fileprivate func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            self.async { continuation.resume(returning: work()) }
        }
    }
}

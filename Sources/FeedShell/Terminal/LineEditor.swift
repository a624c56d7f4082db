import CEditLine
import Foundation

/// Edits lines on a terminal by libedit: emacs keys, history, completion, `~/.editrc`.
///
/// It belongs to one thread: `readLine` blocks it until a line is there.
final class LineEditor {
    /// What a call of `readLine` came to.
    enum Reading: Equatable {
        case line(String)
        /// Ctrl-C: the line is dropped.
        case interrupted
        /// Ctrl-D on an empty line, or the terminal is gone.
        case end
    }

    /// What Tab does: the completion for a line up to the cursor.
    typealias Completer = (String) -> Completion

    private static let historySize: Int32 = 1_000

    private let editor: OpaquePointer
    private let history: OpaquePointer
    private let historyFile: HistoryFile
    private let complete: Completer
    private var prompt: UnsafeMutablePointer<CChar>?
    private var wasInterrupted = false

    /// - Parameter historyPath: a file that is made with mode 0600 where it is missing.
    /// - Returns: nil where libedit cannot work with the terminal.
    init?(historyPath: String?, complete: @escaping Completer) {
        // libedit counts cells by the locale; where it says nothing about UTF-8, one that does.
        if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
        guard let history = CELHistoryMake(Self.historySize), let editor = CELMake("feedcache", history) else {
            return nil
        }
        self.history = history
        self.editor = editor
        self.complete = complete
        historyFile = HistoryFile(path: historyPath, size: Int(Self.historySize))
        for line in historyFile.load() { CELHistoryEnter(history, line) }
        CELSetClientData(editor, Unmanaged.passUnretained(self).toOpaque())
        CELSetPrompt(editor) { editor in LineEditor.of(editor)?.prompt }
        bindKeys()
        el_source(editor, nil)
    }

    deinit {
        el_end(editor)
        history_end(history)
        free(prompt)
    }

    private func bindKeys() {
        CELTakeAllKeys(editor)
        CELBindBuiltin(editor, "^R", "em-inc-search-prev")
        CELBind(editor, "^I", "feedcache-complete", "Complete the word") { editor, _ in
            LineEditor.of(editor)?.completeWord() ?? UInt8(CC_ERROR)
        }
        CELBind(editor, "^C", "feedcache-interrupt", "Drop the line") { editor, _ in
            LineEditor.of(editor)?.wasInterrupted = true
            return UInt8(CC_EOF)
        }
        CELBind(editor, "^Z", "feedcache-suspend", "Suspend the program") { editor, _ in
            CELPrepareTerminal(editor, 0)
            raise(SIGTSTP)
            CELPrepareTerminal(editor, 1)
            return UInt8(CC_REDISPLAY)
        }
    }

    private static func of(_ editor: OpaquePointer?) -> LineEditor? {
        CELClientData(editor).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads a line, without its line break.
    func readLine(prompt text: String) -> Reading {
        free(prompt)
        prompt = strdup(text)
        wasInterrupted = false
        el_resize(editor)
        var count: Int32 = 0
        let start = el_gets(editor, &count)
        if wasInterrupted {
            print("^C")
            el_reset(editor)
            return .interrupted
        }
        guard let start, count > 0 else { return .end }
        var line = String(cString: start)
        while line.last?.isNewline == true { line.removeLast() }
        return .line(line)
    }

    /// Keeps a line in the history and its file.
    func remember(_ line: String) {
        guard !line.allSatisfy(\.isWhitespace) else { return }
        CELHistoryEnter(history, line)
        historyFile.append(line)
    }

    // MARK: Completion

    private func completeWord() -> UInt8 {
        guard let info = el_line(editor)?.pointee, let start = info.buffer, let cursor = info.cursor else {
            return UInt8(CC_ERROR)
        }
        let bytes = UnsafeRawBufferPointer(start: start, count: cursor - start)
        let completion = complete(String(decoding: bytes, as: UTF8.self))
        if completion.inserted.isEmpty, completion.candidates.count < 2 { return UInt8(CC_REFRESH_BEEP) }
        if !completion.inserted.isEmpty {
            el_insertstr(editor, completion.inserted)
            // The whole line anew: on a slow connection pieces of a word in different places are hard to read.
            return UInt8(CC_REDISPLAY)
        }
        print("")
        for line in completion.listing(columns: TerminalSize.columns(of: STDOUT_FILENO, environment: [:]) ?? 80) {
            print(line)
        }
        return UInt8(CC_REDISPLAY)
    }
}

import CEditLine
import Foundation

/// Edits lines on a terminal by libedit: emacs keys, or what `~/.editrc` says, history, completion.
///
/// It belongs to one thread at a time: `readLine` blocks it until a line is there, so that an asynchronous caller sets
/// a thread or a serial queue apart for it.
package final class LineEditor {
    /// What Tab does: the completion for a line.
    package typealias Completer = (EditedLine) -> Completion

    private static let historySize: Int32 = 1_000
    /// No key of a keyboard sends this.
    private static let continueKey = "\u{1B}[kit-continue~"

    private let editor: OpaquePointer
    private let history: OpaquePointer
    private let historyFile: HistoryFile
    private let complete: Completer
    /// The terminal's mode outside of editing, for the shell that Ctrl-Z returns to.
    private let mode: TerminalMode
    private let streams: TerminalStreams
    private let paste: BracketedPaste
    private let isUTF8: Bool
    private var prompt: UnsafeMutablePointer<CChar>?
    /// The prompt as it is seen.
    private var promptText = ""
    /// Cells of the window when the line was drawn last.
    private var drawnColumns = TerminalSize.customary.columns
    /// Letters of the line that were drawn at once, rather than typed one by one at its end.
    private var drawnAtOnce = 0
    /// Letters of the line when the last key was asked for.
    private var length = 0
    /// The lines that are kept, the oldest first, as many as the history holds.
    package private(set) var entries: [String]
    private var wasInterrupted = false
    private var postponed: (() -> UInt8)?

    /// - Parameters:
    ///   - program: the name that ~/.editrc may address, as in `feedcache:bind`.
    ///   - historyPath: a file that is made with mode 0600 where it is missing; nil for none.
    ///   - streams: a terminal's, to be closed with the editor; by default standard input and output.
    /// - Returns: nil where libedit cannot work with the terminal.
    package init?(
        program: String, historyPath: String?, streams: TerminalStreams = .standard, complete: @escaping Completer
    ) {
        isUTF8 = Self.chooseLocale()
        guard let mode = TerminalMode(of: streams.inputDescriptor), let history = CELHistoryMake(Self.historySize)
        else {
            return nil
        }
        guard let editor = CELMake(program, history, streams.input, streams.output) else {
            history_end(history)
            return nil
        }
        self.streams = streams
        paste = BracketedPaste(environment: ProcessInfo.processInfo.environment)
        self.mode = mode
        self.history = history
        self.editor = editor
        self.complete = complete
        historyFile = HistoryFile(path: historyPath, size: Int(Self.historySize))
        entries = historyFile.load()
        for line in entries { CELHistoryEnter(history, line) }
        CELSetClientData(editor, Unmanaged.passUnretained(self).toOpaque())
        CELSetPrompt(editor) { editor in LineEditor.of(editor)?.prompt }
        CELTakeAllKeys(editor)
        _ = CELHearSignals()
        CELSetKeyReader(editor) { editor, key in LineEditor.of(editor)?.readKey(key) ?? -1 }
        for function in Self.functions { CELAddFunction(editor, function.name, function.meaning, function.run) }
        CELBind(editor, "^R", "em-inc-search-prev")
        el_source(editor, nil)
        // Last: a change of editing mode there has unbound all keys.
        for function in Self.functions { CELBind(editor, function.key, function.name) }
    }

    deinit {
        el_end(editor)
        history_end(history)
        free(prompt)
    }

    /// Reads a line, without its last line break: what was pasted, or comes from the history, may hold others.
    ///
    /// - Parameter text: any text on one line, already defused; emphasis may be around pieces of it, never at its end.
    package func readLine(prompt text: String) -> LineReading {
        let emphasis = /\u{1B}\[[0-9;]*m/
        promptText = text.replacing(emphasis, with: "")
        let marked = text.replacing(emphasis) { "\u{1}\($0.output)\u{1}" }
        free(prompt)
        prompt = strdup(isUTF8 ? marked : String(marked.unicodeScalars.map { $0.isASCII ? Character($0) : "?" }))
        wasInterrupted = false
        // The window may have changed while a command ran.
        el_resize(editor)
        // By itself libedit does so after the prompt: a Ctrl-D or Ctrl-C typed at the sight of it would be lost.
        CELPrepareTerminal(editor, 1)
        CELWrite(editor, paste.on)
        drawnColumns = columns
        (drawnAtOnce, length) = (0, 0)
        var count: Int32 = 0
        let start = el_gets(editor, &count)
        CELWrite(editor, paste.off)
        if wasInterrupted {
            CELWrite(editor, "^C\n")
            el_reset(editor)
            return .interrupted
        }
        guard let start, count > 0 else { return .end }
        let line = String(cString: start)
        return .line(line.last == "\n" ? String(line.dropLast()) : line)
    }

    /// Keeps a line in the history and its file, unless it is blank or the last one again.
    package func remember(_ line: String) {
        guard line != entries.last, !line.allSatisfy(\.isWhitespace) else { return }
        if entries.count >= Int(Self.historySize) { entries.removeFirst() }
        entries.append(line)
        CELHistoryEnter(history, line)
        historyFile.append(line)
    }

    /// libedit reads and counts text by the locale: where it says nothing about UTF-8, one that does, by its names on
    /// Linux and on Apple's systems. Whether there is one is the answer.
    private static func chooseLocale() -> Bool {
        let names = ["", "C.UTF-8", "UTF-8", "en_US.UTF-8"]
        return names.contains { name in
            setlocale(LC_CTYPE, name) != nil && String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
        }
    }

    private static func of(_ editor: OpaquePointer?) -> LineEditor? {
        CELClientData(editor).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
    }
}

// MARK: Keys

extension LineEditor {
    /// What keys do, with the names that editrc(5) may bind to others.
    private static var functions: [(key: String, name: String, meaning: String, run: CELFunction)] {
        [
            ("^I", "kit-complete", "Complete the word", { LineEditor.run($0, $1) { $0.completeWord() } }),
            ("^C", "kit-interrupt", "Drop the line", { LineEditor.run($0, $1) { $0.interrupt() } }),
            ("^Z", "kit-suspend", "Suspend the program", { LineEditor.run($0, $1) { $0.suspend() } }),
            ("^\\", "kit-quit", "End the program at once", { LineEditor.run($0, $1) { $0.quit() } }),
            (BracketedPaste.start, "kit-paste", "Insert what is pasted", { LineEditor.run($0, $1) { $0.takePaste() } }),
            (
                continueKey, "kit-continue", "Do what a key was pressed for",
                { LineEditor.run($0, $1) { $0.doPostponed() } }
            ),
        ]
    }

    private static func run(_ editor: OpaquePointer?, _ key: Int32, _ function: (LineEditor) -> UInt8) -> UInt8 {
        of(editor).map(function) ?? UInt8(CC_ERROR)
    }

    private func interrupt() -> UInt8 {
        wasInterrupted = true
        return afterLine { _ in UInt8(CC_EOF) }
    }

    private func quit() -> UInt8 {
        afterLine { _ in
            CELWrite(self.editor, "^\\\n")
            // What listens to it puts the terminal right.
            kill(getpid(), SIGQUIT)
            return UInt8(CC_NORM)
        }
    }

    private func suspend() -> UInt8 {
        afterLine { distance in
            CELWrite(self.editor, self.paste.off)
            CELPrepareTerminal(self.editor, 0)
            self.mode.restore()
            CELSuspend()
            CELPrepareTerminal(self.editor, 1)
            el_resize(self.editor)
            // The shell has left its own lines; below them the line is drawn as it was.
            CELWrite(self.editor, self.paste.on + "\r\u{1B}[J")
            self.drawnColumns = self.columns
            el_cursor(self.editor, -distance)
            CELRefresh(self.editor)
            return UInt8(CC_NORM)
        }
    }

    /// Moves the cursor to the line's end before `action`, which writes there rather than on the line; the action gets how
    /// many letters that was.
    ///
    /// libedit moves the cursor on the screen only between two keys, so the action is a key of its own.
    private func afterLine(_ action: @escaping (Int32) -> UInt8) -> UInt8 {
        guard let info = el_wline(editor)?.pointee, let cursor = info.cursor, let end = info.lastchar else {
            return UInt8(CC_ERROR)
        }
        let distance = Int32(clamping: end - cursor)
        el_cursor(editor, distance)
        postponed = { action(distance) }
        el_push(editor, Self.continueKey)
        return UInt8(CC_REFRESH)
    }

    private func doPostponed() -> UInt8 {
        defer { postponed = nil }
        return postponed?() ?? UInt8(CC_ERROR)
    }
}

// MARK: Pasting

extension LineEditor {
    /// Reads what is pasted, to its end, and inserts it.
    private func takePaste() -> UInt8 {
        let input = streams.inputDescriptor
        let text = PastedText.read {
            var key = wchar_t()
            return CELReadKey(input, &key) > 0 ? Unicode.Scalar(UInt32(key)) : nil
        }
        guard let text else { return interrupt() }
        if !text.isEmpty { el_insertstr(editor, text) }
        return UInt8(CC_REFRESH)
    }
}

// MARK: The window

extension LineEditor {
    /// The next key. What signals ask for is done here, on the editor's own thread and between two keys: in a signal's
    /// handler libedit could be anywhere.
    private func readKey(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
        noteDrawing()
        while true {
            switch CELAwaitKey(streams.inputDescriptor) {
            case 0: return CELReadKey(streams.inputDescriptor, key)
            case SIGWINCH: redraw()
            case SIGCONT:
                // The program that had the terminal meanwhile has left it in a mode of its own.
                CELPrepareTerminal(editor, 0)
                CELPrepareTerminal(editor, 1)
                redraw()
            default: return -1
            }
        }
    }

    private var size: TerminalSize { TerminalSize(of: streams.outputDescriptor, environment: [:]) ?? .customary }

    /// The window's width in cells.
    private var columns: Int { size.columns }

    /// Draws the line anew in a window of another size. The terminal has wrapped it anew, and the cursor with it: from
    /// there the prompt's row is found.
    private func redraw() {
        el_resize(editor)
        if let terminal = ProcessInfo.processInfo.environment["TERM"], terminal == "dumb" {
            CELWrite(editor, "\n")
        } else {
            let (before, under) = textAroundCursor
            let line = WrappedLine(promptText + before, under: under, drawnAtOnce: promptText.count + drawnAtOnce)
            let above = line.rowsAbove(drawnIn: drawnColumns, shownIn: columns)
            CELWrite(editor, "\r" + (above > 0 ? "\u{1B}[\(above)A" : "") + "\u{1B}[J")
        }
        drawnColumns = columns
        drawnAtOnce = length
        CELRefresh(editor)
    }

    /// Notes how the last key changed what is on the screen.
    private func noteDrawing() {
        guard let info = el_wline(editor)?.pointee, let start = info.buffer, let cursor = info.cursor,
            let end = info.lastchar
        else { return }
        let isTyped = cursor == end && end - start == length + 1
        length = end - start
        if !isTyped { drawnAtOnce = length }
    }

    /// What is before the cursor, and the letter under it.
    private var textAroundCursor: (before: String, under: Character?) {
        guard let (before, after) = lineAroundCursor else { return ("", nil) }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false).map {
            TerminalSanitizer.line(String($0))
        }
        return (lines.joined(separator: "\n"), after.first == "\n" ? nil : TerminalSanitizer.line(after).first)
    }

    /// The line as it is, up to the cursor and from there on.
    private var lineAroundCursor: (before: String, after: String)? {
        guard let info = el_line(editor)?.pointee, let start = info.buffer, let cursor = info.cursor,
            let end = info.lastchar
        else { return nil }
        let before = String(decoding: UnsafeRawBufferPointer(start: start, count: cursor - start), as: UTF8.self)
        return (before, String(decoding: UnsafeRawBufferPointer(start: cursor, count: end - cursor), as: UTF8.self))
    }
}

// MARK: Completion

extension LineEditor {
    private func completeWord() -> UInt8 {
        guard let (before, after) = lineAroundCursor else { return UInt8(CC_ERROR) }
        var earlier = before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let line = earlier.removeLast()
        let completion = complete(EditedLine(earlier: earlier, before: line, after: after, history: entries))
        if let (count, text) = completion.replacement(in: ShellWords(line)) {
            el_deletestr(editor, Int32(clamping: count))
            el_insertstr(editor, text)
            return UInt8(CC_REDISPLAY)
        }
        let insertion = completion.insertion(after: ShellWords(line))
        if !insertion.isEmpty {
            // The blank after a word may be there already.
            let hasBlank = insertion.last == " " && after.utf8.first == UInt8(ascii: " ")
            el_insertstr(editor, hasBlank ? String(insertion.dropLast()) : insertion)
            if hasBlank { el_cursor(editor, 1) }
            // The whole line anew: on a slow connection pieces of a word in different places are hard to read.
            return UInt8(CC_REDISPLAY)
        }
        guard completion.candidates.count > 1 else { return UInt8(CC_REFRESH_BEEP) }
        return afterLine { self.list(completion, distance: $0) }
    }

    private func list(_ completion: Completion, distance: Int32) -> UInt8 {
        let size = size
        // Room is left for the line itself.
        let lines = completion.listing(columns: size.columns, rows: size.rows - 2)
        CELWrite(editor, "\n" + lines.map { $0 + "\n" }.joined())
        el_cursor(editor, -distance)
        CELRefresh(editor)
        return UInt8(CC_NORM)
    }
}

/// A line that is being typed, and those typed before.
package struct EditedLine: Sendable {
    /// The lines above it that are entered with it, as they were pasted.
    package let earlier: [String]
    package let before: String
    package let after: String
    /// The lines of the history, the oldest first.
    package let history: [String]

    package init(earlier: [String] = [], before: String, after: String = "", history: [String] = []) {
        self.earlier = earlier
        self.before = before
        self.after = after
        self.history = history
    }
}

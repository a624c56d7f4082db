import FeedModel
import Foundation
import TerminalKit

/// A line of the REPL as a command and the file its output goes to: `COMMAND > FILE`, or `>> FILE` to append.
///
/// As in a shell, a quoted `>` is part of a word, blanks around it are optional, and the file may be named anywhere
/// after the command's name.
struct Redirection: Equatable {
    struct Target: Equatable {
        let path: String
        let appends: Bool

        /// Opens it as sh(1) does: emptied, or to be added to; made where there is none. A named pipe is waited for until
        /// it has a reader.
        ///
        /// - Parameter home: the folder that `~/` at the beginning of a path means.
        /// - Returns: a descriptor, to be closed.
        /// - Throws: `CommandError` where it cannot be written, `CancellationError` where the task is cancelled meanwhile.
        func open(home: String?) async throws -> Int32 {
            let path = FilePath.expanded(path, home: home)
            let mode = O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            while true {
                let descriptor = Foundation.open(path, mode, 0o666)
                if descriptor >= 0 { return descriptor }
                let reason = errno
                var status = stat()
                guard reason == ENXIO, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
                    throw CommandError(
                        .cannotCreate, "cannot write “\(self.path)”: \(String(cString: strerror(reason)))")
                }
                try await Task.sleep(for: Self.pollInterval)
            }
        }

        private static let pollInterval = Duration.milliseconds(50)
    }

    let command: [String]
    /// Nil where the output goes where it always goes.
    let target: Target?

    init(_ line: ShellWords) throws(CommandError) {
        let words = line.wordsBeforeSemicolons
        let signs = line.redirections
        guard let sign = signs.first else {
            (command, target) = (words, nil)
            return
        }
        let appends = signs.count > 1 && signs[1].place == sign.place + 1
        let length = appends ? 2 : 1
        try Self.check(sign, length: length, in: line)
        guard signs.count == length else {
            throw CommandError(
                .usage, "the output can go to one file only", advice: "quote a “>” that is part of an argument")
        }
        let scalars = words[sign.word].unicodeScalars
        let isAfterText = line.places[sign.word].lowerBound < sign.place
        let before = words[..<sign.word] + (isAfterText ? [String(scalars.prefix(sign.scalars))] : [])
        let isBeforeText = line.places[sign.word].upperBound > sign.place + length
        let name = isBeforeText ? [String(scalars.dropFirst(sign.scalars + length))] : []
        let after = name + words[(sign.word + 1)...]
        guard let path = after.first, !path.isEmpty else { throw Self.missingName }
        command = Array(before + after.dropFirst())
        target = Target(path: path, appends: appends)
        if command.isEmpty { throw CommandError(.usage, "“> \(path)” needs a command before it") }
    }

    private static let missingName = CommandError(
        .usage, "“>” needs the name of a file after it", advice: "quote it if it is part of an argument")

    /// Refuses what a shell reads as more than a sign and a file's name.
    private static func check(
        _ sign: ShellWords.RedirectionSign, length: Int, in line: ShellWords
    ) throws(CommandError) {
        let bytes = Array(line.text.utf8)
        let before = bytes[line.places[sign.word].lowerBound..<sign.place]
        // A number right before the sign is a file descriptor's.
        if !before.isEmpty, before.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            let number = String(decoding: before, as: UTF8.self)
            throw CommandError(
                .usage, "“\(number)>” is not known here", advice: "if “\(number)” is an argument, put a blank after it")
        }
        guard sign.place + length < bytes.count else { return }
        switch Unicode.Scalar(bytes[sign.place + length]) {
        case "#": throw missingName
        case let next where ["&", "|", "("].contains(next):
            throw CommandError(.usage, "“>\(next)” is not known here, only “> FILE” and “>> FILE”")
        default: break
        }
    }
}

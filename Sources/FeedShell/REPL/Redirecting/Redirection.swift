import TerminalKit

/// A line of the REPL, parted into a command and the file its output goes to: `COMMAND > FILE`, or `>> FILE` to add to
/// what is there. Like in a shell a quoted `>` is part of a word, blanks around it may be missing, and the file may
/// stand anywhere behind the command's name.
struct Redirection: Equatable {
    struct Target: Equatable {
        let path: String
        /// Whether what is in the file stays.
        let appends: Bool
    }

    let command: [String]
    /// Nil where the output goes where it always goes.
    let target: Target?

    /// - Throws: `Complaint` for what a shell might mean by it, and this is not.
    init(_ line: String) throws(Complaint) {
        let words = ShellWords(line)
        guard let place = words.redirections.first else {
            (command, target) = (words.words, nil)
            return
        }
        let sign = line.utf8.index(line.startIndex, offsetBy: place)
        let before = ShellWords(String(line[..<sign]))
        let scalars = line.unicodeScalars
        let behind = scalars.index(after: sign)
        let appends = behind < scalars.endIndex && scalars[behind] == ">"
        let name = scalars[(appends ? scalars.index(after: behind) : behind)...]
        let after = ShellWords(String(name))
        if let number = Self.descriptor(before, line[..<sign]) {
            throw Complaint(
                .usage, "“\(number)>” is not known here; if “\(number)” is an argument, put a blank behind it")
        }
        if let first = name.first, ["&", "|", "("].contains(first) {
            throw Complaint(.usage, "“>\(first)” is not known here, only “> FILE” and “>> FILE”")
        }
        guard after.redirections.isEmpty else {
            throw Complaint(.usage, "the output can go to one file only; quote a “>” that is part of an argument")
        }
        guard let path = after.words.first, !path.isEmpty else {
            throw Complaint(.usage, "“>” wants the name of a file behind it; quote it if it is part of an argument")
        }
        command = before.words + after.words.dropFirst()
        target = Target(path: path, appends: appends)
        if command.isEmpty { throw Complaint(.usage, "“> \(path)” wants a command before it") }
    }

    /// The number that a shell would read as a file descriptor's, right before the sign.
    private static func descriptor(_ before: ShellWords, _ line: Substring) -> String? {
        guard before.endsInWord, let word = before.words.last, line.hasSuffix(word), !word.isEmpty,
            word.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return word
    }
}

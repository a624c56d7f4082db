import FeedModel
import Foundation
import TerminalKit

/// A file whose lines are run; closed with the last reference to its lines.
struct SourcedFile: Sendable {
    /// A file may name another, but no more of them in each other than this.
    static let mostNested = 16

    /// As it was named, for messages.
    let name: String
    /// Where it truly is: the same file has the same path, whatever links lead to it.
    let path: String
    let lines: PipedLines

    /// - Parameter files: those that are being run, the outermost first.
    /// - Throws: `CommandError` where there is no such file, or it is being run already.
    init(_ name: String, in files: [SourcedFile]) throws {
        self.name = name
        let folder = files.last.map { FilePath.folder(of: $0.path) }
        let asked = FilePath.isAbsolute(name) ? name : folder.map { "\($0)/\(name)" } ?? name
        // Without waiting for the writer of a named pipe.
        let descriptor = open(asked, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0, let resolved = realpath(asked, nil) else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            throw Self.refusal(of: name, reason)
        }
        defer { free(resolved) }
        path = String(cString: resolved)
        lines = PipedLines(closing: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandError(.noInput, "“\(name)” is a folder", advice: "name a file whose lines are commands")
        }
        guard files.count < Self.mostNested else {
            throw CommandError(
                .usage, "“\(name)” is the \(files.count + 1)th file that names the next",
                advice: "put some of them into one")
        }
        guard !files.map(\.path).contains(path) else {
            throw CommandError(
                .usage, "“\(name)” is being run already and would never end", advice: "take this line out")
        }
    }

    private static func refusal(of name: String, _ number: Int32) -> CommandError {
        guard number == ENOENT || number == ENOTDIR else {
            return CommandError(
                .noInput, "“\(name)” cannot be read: \(String(cString: strerror(number)))",
                advice: "look at who may read it")
        }
        return CommandError(.noInput, "there is no file “\(name)”", advice: "name one whose lines are commands")
    }
}

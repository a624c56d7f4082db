import FeedModel
package import Foundation
import TerminalKit

/// A file that is written whole or not at all.
package struct NewFile {
    let path: String

    package init(path: String) {
        self.path = path
    }

    /// Whether something has its name, be it a link that leads nowhere.
    package var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    package var refusal: CommandError {
        CommandError(
            .cannotCreate, "“\(path)” is there already",
            advice: "replace it with --force, or name another file with --source")
    }

    /// - Parameter replacing: whether a file that is there is replaced.
    /// - Throws: `CommandError` where something is in the way, or it cannot be written; then all is as it was.
    package func write(_ text: String, replacing: Bool) throws {
        var status = stat()
        let isThere = replacing && lstat(path, &status) == 0
        // What is no file of its own (a link, a device) is written as it is.
        if isThere, status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1 {
            return try write(text, to: path, O_TRUNC)
        }
        let part = "\(FilePath.folder(of: path))/.feedcache-\(UUID().uuidString.prefix(8)).part"
        defer { unlink(part) }
        try write(text, to: part, O_CREAT | O_EXCL, mode: isThere ? status.st_mode & 0o777 : 0o666)
        // Unlike a renamed file, a link takes no other file's place.
        guard (replacing ? rename : link)(part, path) == 0 else {
            if errno == EEXIST { throw refusal }
            throw failure(.cannotCreate, errno)
        }
    }

    private func write(_ text: String, to file: String, _ flags: Int32, mode: mode_t = 0) throws {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC | flags, mode)
        guard descriptor >= 0 else { throw failure(.cannotCreate, errno) }
        do {
            defer { close(descriptor) }
            try Descriptor.write(Array(text.utf8), to: descriptor)
        } catch {
            throw failure(.inputOutput, error.number)
        }
    }

    private func failure(_ status: ExitStatus, _ number: Int32) -> CommandError {
        CommandError(status, "cannot write “\(path)”: \(String(cString: strerror(number)))")
    }
}

package enum InputFile {
    /// The content of a file, or what comes through a pipe.
    package static func content(of path: String, advice: String? = nil) throws(CommandError) -> Data {
        let file = FileHandle(forReadingAtPath: path)
        defer { try? file?.close() }
        if let file, let content = try? file.readToEnd() ?? Data() { return content }
        throw CommandError(
            .noInput, "there is no file “\(TerminalSanitizer.line(path))” that can be read", advice: advice)
    }
}

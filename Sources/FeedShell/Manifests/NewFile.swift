import Foundation
import TerminalKit

/// A file that is written whole or not at all.
struct NewFile {
    let path: String

    /// Whether something has its name, be it a link that leads nowhere.
    var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// What is said where something is in the way.
    var refusal: CommandError {
        CommandError(
            .cannotCreate, "“\(path)” is there already",
            advice: "replace it with --force, or name another file with --source")
    }

    /// Writes the text.
    ///
    /// - Parameter replacing: whether a file that is there is replaced.
    /// - Throws: `CommandError` where something is in the way, or it cannot be written; then all is as it was.
    func write(_ text: String, replacing: Bool) async throws {
        if replacing { return try await replace(with: text) }
        let part = "\(FilePath.folder(of: path))/.feedcache-\(UUID().uuidString.prefix(8)).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(.cannotCreate, errno) }
        defer { unlink(part) }
        do {
            defer { close(descriptor) }
            try Descriptor.write(Array(text.utf8), to: descriptor)
        } catch {
            throw failure(.inputOutput, error.number)
        }
        // Unlike a renamed file, a link takes no other file's place.
        guard link(part, path) == 0 else {
            if errno == EEXIST { throw refusal }
            throw failure(.cannotCreate, errno)
        }
    }

    private func replace(with text: String) async throws {
        let file = try await RedirectedFile(.init(path: path, appends: false), home: nil, standard: [])
        do {
            try file.output.write(text)
        } catch OutputError.failed(let reason) {
            file.discard()
            throw CommandError(.inputOutput, reason)
        } catch {
            file.discard()
            throw error
        }
        try file.keep()
    }

    private func failure(_ status: ExitStatus, _ number: Int32) -> CommandError {
        CommandError(status, "cannot write “\(path)”: \(String(cString: strerror(number)))")
    }
}

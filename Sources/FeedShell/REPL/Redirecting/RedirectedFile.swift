import Foundation
import TerminalKit

/// A file that a command's output goes to. It is written whole or it stays as it was: a new file is made beside it, and
/// takes its place once all is in it; what is added at the end is taken back where it did not all get there.
///
/// A file that would not be the same if another took its place (it has several names or another owner, or its folder
/// takes no new files) is written where it is, once the output is complete. What is no file to replace (a device, a pipe,
/// standard output itself) gets the output as it comes.
struct RedirectedFile: Sendable {
    private enum Kind {
        /// The new file's path, until it takes the place of the old one.
        case replacement(String)
        /// The file that gets all of the output at the end.
        case copy(onto: Int32)
        /// The length the file had.
        case addition(off_t)
        case stream
    }

    /// How often a named pipe is looked at for a reader.
    private static let pollInterval = Duration.milliseconds(50)

    let output: Output
    private let descriptor: Int32
    private let path: String
    /// As it was typed.
    private let name: String
    private let kind: Kind

    /// - Parameters:
    ///   - home: the folder that `~/` at the beginning of a path means.
    ///   - standard: the descriptors of standard output and error; a path that leads to one of them means it.
    /// - Throws: `CommandError` where it cannot be written, `CancellationError` where the task was cancelled before a named
    ///   pipe had a reader.
    init(
        _ target: Redirection.Target, home: String?, standard: [Int32] = [STDOUT_FILENO, STDERR_FILENO]
    ) async throws {
        name = target.path
        guard let path = LinkedPath.end(of: Self.expanded(target.path, home: home)) else {
            throw Self.refusal(of: target.path, ELOOP)
        }
        self.path = path
        var found = stat()
        let exists = stat(path, &found) == 0
        let isRegular = !exists || found.st_mode & S_IFMT == S_IFREG
        if exists, let stream = standard.first(where: { Self.leads($0, to: found) }) {
            descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 0)
            kind = .stream
        } else if !isRegular {
            descriptor = try await Self.openStream(path)
            kind = .stream
        } else if target.appends {
            descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
            kind = .addition(exists ? found.st_size : 0)
        } else {
            (descriptor, kind) = Self.openFile(path, exists ? found : nil)
        }
        guard descriptor >= 0 else { throw Self.refusal(of: target.path, errno) }
        output = Output(descriptor: descriptor, name: "“\(target.path)”")
    }

    /// The output is complete.
    func keep() throws {
        do {
            if case .copy(let original) = kind {
                defer { close(original) }
                try Self.copy(descriptor, onto: original)
            }
            guard close(descriptor) == 0 else { throw DescriptorError(number: errno) }
            if case .replacement(let new) = kind, rename(new, path) != 0 { throw DescriptorError(number: errno) }
        } catch {
            if case .replacement(let new) = kind { unlink(new) }
            throw CommandError(.inputOutput, "cannot write “\(name)”: \(error)")
        }
    }

    /// The output is not all there.
    func discard() {
        if case .addition(let length) = kind { ftruncate(descriptor, length) }
        close(descriptor)
        switch kind {
        case .replacement(let new): unlink(new)
        case .copy(let original): close(original)
        case .addition, .stream: break
        }
    }

    private static func expanded(_ path: String, home: String?) -> String {
        path.hasPrefix("~/") ? home.map { $0 + path.dropFirst() } ?? path : path
    }

    private static func refusal(of path: String, _ number: Int32) -> CommandError {
        CommandError(.cannotCreate, "cannot write “\(path)”: \(String(cString: strerror(number)))")
    }
}

// MARK: Opening

extension RedirectedFile {
    private static func leads(_ descriptor: Int32, to file: stat) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_dev == file.st_dev && status.st_ino == file.st_ino
    }

    /// Opens what takes output as it comes; a named pipe once it has a reader.
    private static func openStream(_ path: String) async throws -> Int32 {
        while true {
            let descriptor = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard descriptor < 0, errno == ENXIO, isNamedPipe(path) else { return descriptor }
            try await Task.sleep(for: pollInterval)
        }
    }

    private static func isNamedPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// - Parameter found: the file that is there; nil where there is none.
    /// - Returns: a descriptor below 0 where it cannot be written; errno says why.
    private static func openFile(_ path: String, _ found: stat?) -> (Int32, Kind) {
        if found != nil, access(path, W_OK) != 0 { return (-1, .stream) }
        let isItsOwn = found.map { $0.st_nlink == 1 && $0.st_uid == geteuid() } ?? true
        guard isItsOwn else { return openCopy(path) }
        let folder = (path as NSString).deletingLastPathComponent
        let new = "\(folder.isEmpty ? "." : folder)/.feedcache-\(UUID().uuidString.prefix(8)).part"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if let found, descriptor >= 0 { fchmod(descriptor, found.st_mode & 0o7777) }
        if found != nil, descriptor < 0, [EACCES, EPERM, EROFS].contains(errno) { return openCopy(path) }
        return (descriptor, .replacement(new))
    }

    /// A file without a name that collects the output for one that has to stay where it is.
    private static func openCopy(_ path: String) -> (Int32, Kind) {
        let original = open(path, O_WRONLY | O_CLOEXEC)
        guard original >= 0 else { return (-1, .stream) }
        let new = FileManager.default.temporaryDirectory.path + "/feedcache-\(UUID().uuidString)"
        let descriptor = open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            unlink(new)
            return (descriptor, .copy(onto: original))
        }
        let reason = errno
        close(original)
        errno = reason
        return (-1, .stream)
    }

    private static func copy(_ descriptor: Int32, onto original: Int32) throws {
        var (chunk, length) = ([UInt8](repeating: 0, count: 64 << 10), off_t(0))
        while true {
            let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, length) }
            if count < 0 {
                if errno == EINTR { continue }
                throw DescriptorError(number: errno)
            }
            if count == 0 { break }
            try Descriptor.write(Array(chunk[..<count]), to: original)
            length += off_t(count)
        }
        guard ftruncate(original, length) == 0 else { throw DescriptorError(number: errno) }
    }
}

/// Where a path leads, through links, also where the last of them leads to nothing yet.
enum LinkedPath {
    /// As many links as Linux follows.
    private static let mostLinks = 40

    /// - Returns: a path that is no link; nil where links lead in a circle.
    static func end(of path: String) -> String? {
        var path = path
        for _ in 0..<mostLinks {
            if let real = realpath(path, nil) {
                defer { free(real) }
                return String(cString: real)
            }
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
            let folder = (path as NSString).deletingLastPathComponent
            path = next.hasPrefix("/") || folder.isEmpty ? next : "\(folder)/\(next)"
        }
        return nil
    }
}

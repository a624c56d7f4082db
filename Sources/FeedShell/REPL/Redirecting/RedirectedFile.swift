import Foundation
import TerminalKit

/// A file that a command's output goes to. It is written whole or it stays as it was: a new file is made beside it, and
/// takes its place once all is in it. What is added at the end is collected apart, and added once it is complete: what
/// another program adds meanwhile stays.
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
        /// The file that gets all of the output at its end; nil where there is none yet.
        case addition(to: Int32?)
        case stream
    }

    /// How often a named pipe is looked at for a reader.
    private static let pollInterval = Duration.milliseconds(50)

    let output: Output
    private let descriptor: Int32
    private let path: String
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
        let typed = FilePath.expanded(target.path, home: home)
        var found = stat()
        let exists = stat(typed, &found) == 0
        let isRegular = !exists || found.st_mode & S_IFMT == S_IFREG
        // A link of the system to a pipe holds no path: only a file is looked for behind links.
        guard let path = isRegular ? LinkedPath.end(of: typed) : typed else {
            throw Self.refusal(of: target.path, ELOOP)
        }
        self.path = path
        if exists, let stream = standard.first(where: { Self.leads($0, to: found) }) {
            descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 0)
            kind = .stream
        } else if !isRegular {
            descriptor = try await Self.openStream(path)
            kind = .stream
        } else if target.appends {
            (descriptor, kind) = Self.openAddition(path, exists: exists)
        } else {
            (descriptor, kind) = Self.openFile(path, exists ? found : nil)
        }
        guard descriptor >= 0 else { throw Self.refusal(of: target.path, errno) }
        output = Output(descriptor: descriptor, name: "“\(target.path)”")
    }

    /// The output is complete.
    func keep() throws {
        do {
            switch kind {
            case .copy(let original):
                defer { close(original) }
                try Self.replaceContent(of: original, by: descriptor)
            case .addition(let original):
                let file = original ?? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
                guard file >= 0 else { throw DescriptorError(number: errno) }
                defer { close(file) }
                try Self.add(descriptor, to: file)
            case .replacement, .stream: break
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
        close(descriptor)
        switch kind {
        case .replacement(let new): unlink(new)
        case .copy(let original), .addition(let original?): close(original)
        case .addition(nil), .stream: break
        }
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
        let new = "\(FilePath.folder(of: path))/.feedcache-\(UUID().uuidString.prefix(8)).part"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if let found, descriptor >= 0 { fchmod(descriptor, found.st_mode & 0o7777) }
        if found != nil, descriptor < 0, [EACCES, EPERM, EROFS].contains(errno) { return openCopy(path) }
        return (descriptor, .replacement(new))
    }

    /// - Returns: a descriptor below 0 where it cannot be written; errno says why.
    private static func openCopy(_ path: String) -> (Int32, Kind) {
        let original = open(path, O_WRONLY | O_CLOEXEC)
        guard original >= 0 else { return (-1, .stream) }
        return (openCollection(for: original), .copy(onto: original))
    }

    /// - Parameter exists: whether there is such a file; one that is new is made once the output is complete.
    /// - Returns: a descriptor below 0 where it cannot be written; errno says why.
    private static func openAddition(_ path: String, exists: Bool) -> (Int32, Kind) {
        guard exists else {
            let isPossible = access(FilePath.folder(of: path) + "/.", W_OK | X_OK) == 0
            return (isPossible ? openCollection() : -1, .addition(to: nil))
        }
        let original = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard original >= 0 else { return (-1, .stream) }
        return (openCollection(for: original), .addition(to: original))
    }

    /// A file without a name that collects the output for one that has to stay where it is.
    ///
    /// - Parameter original: closed where there cannot be such a file; errno says why.
    private static func openCollection(for original: Int32? = nil) -> Int32 {
        let new = FileManager.default.temporaryDirectory.path + "/feedcache-\(UUID().uuidString)"
        let descriptor = open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            unlink(new)
            return descriptor
        }
        let reason = errno
        if let original { close(original) }
        errno = reason
        return -1
    }

    private static func replaceContent(of original: Int32, by descriptor: Int32) throws {
        var length = off_t(0)
        try copy(descriptor, onto: original, &length)
        guard ftruncate(original, length) == 0 else { throw DescriptorError(number: errno) }
    }

    /// Adds all of a file at the end of another. What did not all get there is taken back, unless another program has
    /// added something after it.
    private static func add(_ descriptor: Int32, to file: Int32) throws {
        let start = lseek(file, 0, SEEK_END)
        var added = off_t(0)
        do {
            try copy(descriptor, onto: file, &added)
        } catch {
            if lseek(file, 0, SEEK_END) == start + added { ftruncate(file, start) }
            throw error
        }
    }

    /// - Parameter length: how much was copied, also where it fails.
    private static func copy(_ descriptor: Int32, onto file: Int32, _ length: inout off_t) throws {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { chunk in
                let count = pread(descriptor, chunk.baseAddress, chunk.count, length)
                return count > 0 ? write(file, chunk.baseAddress, count) : count
            }
            if count == 0 { return }
            if count > 0 {
                length += off_t(count)
            } else if errno != EINTR {
                throw DescriptorError(number: errno)
            }
        }
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
            path = FilePath.isAbsolute(next) ? next : "\(FilePath.folder(of: path))/\(next)"
        }
        return nil
    }
}

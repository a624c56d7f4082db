import Foundation

/// The lines that were typed, one a line in a file that only its owner reads. Each is written when it is entered, so
/// that nothing is lost whatever ends the program.
///
/// A line break within an entry is written `\n`, a backslash `\\`. Several programs may share the file: a lock on it
/// keeps one from cutting what another is adding.
struct HistoryFile {
    private static let mostBytes = 1 << 20

    let path: String?
    let size: Int

    /// The last entries, oldest first, without the same twice in a row. A file grown to twice its size is cut.
    func load() -> [String] {
        guard let path else { return [] }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        let (lines, isWhole) = Self.lines(of: descriptor)
        close(descriptor)
        if !isWhole || lines.count > 2 * size { cut(path) }
        return lines.map(Self.decode).reduce(into: []) { if $0.last != $1 { $0.append($1) } }.suffix(size)
    }

    /// Adds an entry. A history that cannot be written is no reason to stop working.
    func append(_ entry: String) {
        guard let path else { return }
        Self.withLockedFile(path) { descriptor in
            // After a line that was not finished, as when the disk was full.
            let separator = Self.endsInLineBreak(descriptor) ? "" : "\n"
            Self.write(separator + Self.encode(entry) + "\n", to: descriptor)
        }
    }

    private func cut(_ path: String) {
        Self.withLockedFile(path) { descriptor in
            // The file itself is replaced, not a link to it.
            guard let resolved = realpath(path, nil) else { return }
            defer { free(resolved) }
            let target = String(cString: resolved)
            let fresh = open(target + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard fresh >= 0 else { return }
            let kept = Self.lines(of: descriptor).lines.suffix(size)
            let isWritten = Self.write(kept.map { $0 + "\n" }.joined(), to: fresh)
            close(fresh)
            if !isWritten || rename(target + ".new", target) != 0 { unlink(target + ".new") }
        }
    }
}

// MARK: Entries

extension HistoryFile {
    static func encode(_ entry: String) -> String {
        entry.respelled { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
    }

    static func decode(_ line: String) -> String {
        let meanings: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "\\": "\\"]
        var entry = String.UnicodeScalarView()
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let meaning = scalar == "\\" ? rest.first.flatMap { meanings[$0] } : nil
            if meaning != nil { rest.removeFirst() }
            entry.append(meaning ?? scalar)
        }
        return String(entry)
    }
}

// MARK: The file

extension HistoryFile {
    /// Runs `body` on the file, made where it is missing, locked and closed to others; not at all where it cannot be.
    private static func withLockedFile(_ path: String, _ body: (Int32) -> Void) {
        while true {
            let flags = O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let descriptor = open(path, flags, 0o600)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            // Where a file system has no locks it goes without.
            _ = flock(descriptor, LOCK_EX)
            var opened = stat()
            guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else { return }
            var named = stat()
            // Another program has cut the file meanwhile: this one is gone.
            guard stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev else {
                continue
            }
            if opened.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
            body(descriptor)
            return
        }
    }

    /// The lines of the file's end as they are written, and whether that is all of them.
    private static func lines(of descriptor: Int32) -> (lines: [String], isWhole: Bool) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return ([], true) }
        let start = max(0, Int(status.st_size) - mostBytes)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) - start)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
        var lines = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The first is the end of one.
        if start > 0, !lines.isEmpty { lines.removeFirst() }
        return (lines.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }, start == 0)
    }

    private static func endsInLineBreak(_ descriptor: Int32) -> Bool {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end > 0 else { return true }
        var last: UInt8 = 0
        return pread(descriptor, &last, 1, end - 1) != 1 || last == UInt8(ascii: "\n")
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        (try? Descriptor.write(Array(text.utf8), to: descriptor)) != nil
    }
}

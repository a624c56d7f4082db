import Foundation

/// The lines that were typed, one a line in a file that only its owner reads. Each is written when it is entered, so
/// that nothing is lost whatever ends the program.
struct HistoryFile {
    /// Nil: nothing is kept.
    let path: String?
    /// Lines that are kept.
    let size: Int

    /// The last lines, oldest first. A file that has grown to twice its size is cut.
    func load() -> [String] {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        let kept = Array(lines.suffix(size))
        if lines.count > 2 * size { rewrite(kept, at: path) }
        return kept
    }

    /// A history that cannot be written is no reason to stop working.
    func append(_ line: String) {
        guard let path else { return }
        write(line.replacing("\n", with: " ") + "\n", to: path, O_APPEND)
    }

    private func rewrite(_ lines: [String], at path: String) {
        let fresh = path + ".new"
        guard write(lines.map { $0 + "\n" }.joined(), to: fresh, O_TRUNC) else { return }
        rename(fresh, path)
    }

    @discardableResult
    private func write(_ text: String, to path: String, _ flag: Int32) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }
}

import FeedModel
import Foundation

/// The files of pictures: a folder beside the database, each under the SHA-256 of its content.
///
/// Law: a file takes its name, and loses it, inside the transaction that writes its row, so that no two processes mix them
/// up. A process that ends in between leaves a file without a row, or the row of a file that is not whole: `FeedDatabase.mendAssets`
/// finds both.
package struct AssetFolder: Equatable, Sendable {
    /// The names of files that are being written begin so.
    private static let unfinished = "new-"

    let path: String

    package func path(of digest: String) -> String { "\(path)/\(digest)" }

    /// Whether all of its bytes are there: after a power cut it may be shorter than its row says.
    package func holds(_ content: AssetContent) -> Bool {
        FileStamp.length(at: path(of: content.digest)) == content.bytes
    }

    /// The files with their lengths; none where there is no folder.
    func files() -> [String: Int64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Dictionary(names.map { ($0, FileStamp.length(at: path(of: $0)) ?? 0) }) { first, _ in first }
    }

    /// SHA-256 of what is in a file, in hexadecimal digits; nil where it cannot be read.
    func digest(of name: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path(of: name)) else { return nil }
        defer { try? file.close() }
        var hash = SHA256()
        while let part = try? file.read(upToCount: 1 << 16), !part.isEmpty { hash.update(data: part) }
        return hash.finalize().hexadecimal
    }

    /// Makes the folder where it is missing, and a file in it that has no name yet.
    package func newFile() throws(StoreError) -> AssetFile {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .unkept(path) }
        while true {
            if let file = try AssetFile(path: path(of: Self.unfinished + UUID().uuidString)) { return file }
        }
    }

    /// Gives a file its name. One that is there has the same content.
    func name(_ file: AssetFile, _ digest: String) throws(StoreError) {
        guard rename(file.path, path(of: digest)) == 0 else { throw .unkept(path) }
        file.noteName()
    }

    func remove(_ name: String) { unlink(path(of: name)) }

    /// Whether a file without a row was left by a process that has ended, and is not being written by another.
    func isStray(_ name: String) -> Bool { withStray(name) {} != nil }

    func removeStray(_ name: String) { withStray(name) { remove(name) } }

    /// Runs what is done with a file that no process writes, before one can: they wait for the lock, and see that the name is
    /// gone. Nil where one does, or the file has another name meanwhile.
    @discardableResult private func withStray(_ name: String, _ body: () -> Void) -> Void? {
        guard name.hasPrefix(Self.unfinished) else { return body() }
        let descriptor = open(path(of: name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? body() : nil
    }

    func erase() { try? FileManager.default.removeItem(atPath: path) }
}

package import Foundation

package enum InputFile {
    /// The content of a file, or what comes through a pipe; nil where it cannot be read.
    package static func content(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return try? file.readToEnd() ?? Data()
    }
}

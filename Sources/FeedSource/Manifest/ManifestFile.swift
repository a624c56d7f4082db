import Foundation

/// The file that a manifest is read from.
struct ManifestFile {
    /// As it was given, for messages.
    let path: String

    /// Its bytes, at most `limit` of them.
    ///
    /// - Throws: `ManifestError` where there is no file, or it cannot be read or is longer.
    func bytes(limit: Int) throws(ManifestError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? error(.missingFile) : error(errno)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw error(errno)
            }
        }
        throw error(.unreadable("it is longer than \(limit) bytes"))
    }

    private func error(_ number: Int32) -> ManifestError {
        error(.unreadable(number == EISDIR ? "it is a folder; name a TOML file" : String(cString: strerror(number))))
    }

    private func error(_ reason: ManifestError.Reason) -> ManifestError {
        ManifestError(file: path, line: nil, key: nil, reason: reason)
    }
}

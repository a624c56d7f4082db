import Foundation

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

/// What a path says by itself. Foundation reads it by characters, and a combining mark makes one character of a slash and
/// what follows it.
enum FilePath {
    private static let slash = UInt8(ascii: "/")

    /// The folder that a file is in: what is before the last slash; `.` where there is none.
    static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.utf8.startIndex ? "/" : String(path[..<end])
    }

    /// Whether it means the same in every folder.
    static func isAbsolute(_ path: String) -> Bool {
        path.utf8.first == slash
    }

    /// A path whose `~/` at the beginning is the home folder.
    static func expanded(_ path: String, home: String?) -> String {
        guard let home, path.utf8.starts(with: "~/".utf8) else { return path }
        return home + String(path.unicodeScalars.dropFirst())
    }
}

import Foundation

/// A request's path as names of files or lists.
enum PlainPath {
    /// The path's components, decoded; nil when one of them is not a plain name.
    static func components(_ path: String) -> [String]? {
        let decoded = path.split(separator: "/").map { $0.removingPercentEncoding }
        let names = decoded.compactMap { $0.flatMap { isPlain($0) ? $0 : nil } }
        return names.isEmpty || names.count != decoded.count ? nil : names
    }

    /// No way up, no hidden file, no separator that was smuggled in by an encoding.
    static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !isHidden(name) && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0 == "\0" }
    }

    /// Whether a file of this name is hidden: its first byte is a dot, whatever follows.
    static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

    /// Whether the path of a file is below that of a folder, byte by byte.
    static func isPath(_ file: String, below folder: String) -> Bool {
        file.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Whether it is a folder that is at the path; nil where nothing is.
    static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    /// The path without symbolic links in it.
    static func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// The path of a regular file below a folder; nil for anything else, also for one that a link leads out to.
    ///
    /// - Parameter folder: a resolved path
    static func file(_ name: String, below folder: String) -> String? {
        let file = resolved("\(folder)/\(name)")
        guard isPath(file, below: folder) else { return nil }
        let type = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
        return type == .typeRegular ? file : nil
    }

    /// A name as a component of a path (RFC 3986, section 3.3).
    static func encoded(_ name: String) -> String {
        name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? name
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

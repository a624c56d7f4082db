import FeedCache
import Foundation

/// Where the database and the manifest are: an option, else the environment, else the customary place
/// (XDG Base Directory Specification 0.8).
package struct Locations {
    let environment: [String: String]
    /// Whether the manifest is the built-in one, whatever files there are.
    let isBuiltIn: Bool

    /// The database's file; its folder is made where it is the customary one.
    package func database(_ option: String?) throws -> String {
        if let path = option ?? variable("FEEDCACHE_DB") { return path }
        return try folder("XDG_DATA_HOME", below: ".local/share") + "/feed.db"
    }

    /// Whether the database's file is there; nothing is made.
    func hasDatabase(_ option: String?) -> Bool {
        let customary = try? own("XDG_DATA_HOME", below: ".local/share") + "/feed.db"
        return found(option ?? variable("FEEDCACHE_DB") ?? customary) != nil
    }

    /// The manifest's file: the one named, else one found; nil for the built-in manifest.
    func manifest(_ option: String?) -> String? {
        if let path = option ?? variable("FEEDCACHE_SOURCE") { return path }
        if isBuiltIn { return nil }
        return found("feed.toml") ?? found(try? own("XDG_CONFIG_HOME", below: ".config") + "/feed.toml")
    }

    /// The database's file that a relative path in the environment means now; nil where none is there.
    var absoluteDatabase: String? { variable("FEEDCACHE_DB").map(Self.absolute) }

    var absoluteSource: SessionSource { manifest(nil).map { .file(Self.absolute($0)) } ?? .builtIn }

    private static func absolute(_ path: String) -> String {
        FilePath.isAbsolute(path) ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// A file of the REPL's own, beside the database's customary place.
    func state(_ name: String) throws -> String { try folder("XDG_STATE_HOME", below: ".local/state") + "/" + name }

    /// A folder of the program's own, which is made where it is missing.
    private func folder(_ variable: String, below: String) throws -> String {
        let folder = try own(variable, below: below)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.cannotCreate, "cannot create the folder \(folder): \(error.localizedDescription)")
        }
        return folder
    }

    var customaryInit: String? { found(try? own("XDG_CONFIG_HOME", below: ".config") + "/init") }

    private func found(_ path: String?) -> String? {
        path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    /// A variable that is set and not empty.
    package func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    private func own(_ name: String, below: String) throws -> String {
        // Relative paths there are to be ignored, says the specification.
        if let path = variable(name), FilePath.isAbsolute(path) { return path + "/feedcache" }
        guard let home = variable("HOME") else {
            throw CommandError(.cannotCreate, "HOME is not set: name the files with --db and --source")
        }
        return "\(home)/\(below)/feedcache"
    }
}

/// What a path says by itself. Foundation reads it by characters, and a combining mark makes one character of a slash and
/// what follows it.
enum FilePath {
    private static let slash = UInt8(ascii: "/")

    /// The folder that a file is in: what is before the last slash; `.` where there is none.
    static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.utf8.startIndex ? "/" : String(path[..<end])
    }

    static func isAbsolute(_ path: String) -> Bool {
        path.utf8.first == slash
    }

    /// A path whose `~/` at the beginning is the home folder.
    static func expanded(_ path: String, home: String?) -> String {
        guard let home, path.utf8.starts(with: "~/".utf8) else { return path }
        return home + String(path.unicodeScalars.dropFirst())
    }
}

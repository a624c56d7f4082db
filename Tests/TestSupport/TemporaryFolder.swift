import Foundation

/// A folder that lasts as long as the test.
public final class TemporaryFolder {
    /// Its path, without a slash at the end.
    public let path: String

    /// Makes it.
    public init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("feedcache-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    public func path(_ name: String) -> String { path + "/" + name }

    /// A file of it, as text.
    public func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// Makes a file in it.
    public func write(_ text: String, _ name: String) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }

    /// The mode of a file in it.
    public func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }
}

public import Foundation

/// The `feedcache` to try: the one that was built beside these tests, or the one that `FEEDCACHE_BIN` names.
public enum ProgramBinary {
    /// Where it is.
    public static let url: URL = {
        if let path = ProcessInfo.processInfo.environment["FEEDCACHE_BIN"] { return URL(filePath: path) }
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "feedcache")
    }()
}

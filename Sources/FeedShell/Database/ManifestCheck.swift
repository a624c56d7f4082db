import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// A look at a manifest without a network or a database: what is wrong in it is an error, what is unwise a warning.
struct ManifestCheck {
    private let manifest: Manifest
    private let warnings: [ManifestWarning]

    /// - Parameters:
    ///   - path: the manifest's file.
    ///   - environment: the variables; one that is not set makes a warning.
    /// - Throws: `ManifestError` with file, line and key of what is wrong.
    init(path: String, environment: [String: String]) throws {
        manifest = try Manifest.load(path: path)
        warnings = try manifest.warnings + manifest.missingVariables(in: environment)
    }

    var json: JSONValue {
        let warnings = warnings.map { warning in
            JSONValue.object([
                ("line", .number(warning.line)), ("key", .string(warning.key)), ("message", .string(warning.message)),
            ])
        }
        return .object([
            ("ok", .bool(true)), ("manifest", .string(manifest.source.file)), ("source", .string(manifest.source.name)),
            ("collections", .array(manifest.collections.map { .string($0.name) })), ("warnings", .array(warnings)),
        ])
    }

    var lines: [String] {
        let lists = manifest.collections.count.of("collection")
        return warnings.map { "warning: \($0)" }
            + ["\(manifest.source.file) can be used: source “\(manifest.source.name)”, \(lists)"]
    }
}

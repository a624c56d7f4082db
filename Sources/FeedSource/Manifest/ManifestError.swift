package import FeedModel

package struct ManifestError: ReportableError, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case missingFile
        case unreadable(String)
        case noFile(String)
        case syntax(String)
        case unknownKey(suggestion: String?)
        case missingKey(advice: String)
        case wrongType(expected: String, found: String)
        /// The value is of the right type and still none that can be used.
        case badValue(String)
        /// The key and another one exclude or need each other.
        case impossible(String)
        /// A header needs an environment variable that is not set, or empty.
        case missingVariable(String)
    }

    /// The manifest's path as it was given, or the name of a built-in one.
    package let file: String
    /// From 1; nil where the whole file is meant.
    package let line: Int?
    /// The key's path as TOML writes it: `collections.paging.style`.
    package let key: String?
    package let reason: Reason

    /// Its message is file, line, key and what is wrong: `feed.toml:12: collections.paging.styel: unknown key`
    package var report: ErrorReport {
        switch reason {
        case .missingFile:
            report(
                "missing_file", "there is no such file",
                advice: "write a manifest there or name another with --source", exit: .noInput)
        case .unreadable(let reason): report("unreadable", "cannot be read: \(reason)")
        case .noFile(let message): report("no_file", message, exit: .noInput)
        case .syntax(let message): report("syntax", "is not TOML: \(message)")
        case .unknownKey(let suggestion):
            report("unknown_key", "unknown key", advice: suggestion.map { "did you mean “\($0)”?" } ?? "remove it")
        case .missingKey(let advice): report("missing_key", "is missing", advice: advice)
        case .wrongType(let expected, let found):
            report("wrong_type", "should be \(expected), but is \(found)")
        case .badValue(let message): report("bad_value", message)
        case .impossible(let message): report("impossible", message)
        case .missingVariable(let name):
            report(
                "missing_variable", "the environment variable \(name) is not set or is empty",
                advice: "set it before syncing")
        }
    }

    private func report(
        _ code: String, _ explanation: String, advice: String? = nil, exit: ExitStatus = .badManifest
    ) -> ErrorReport {
        let place = [ManifestWarning.place(file: file, line: line), key].compactMap(\.self)
        return ErrorReport(exit, code, (place + [explanation]).joined(separator: ": "), advice: advice)
    }
}

/// Something in a manifest that works but should not be so.
package struct ManifestWarning: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// From 1.
    package let line: Int?
    package let key: String
    /// What is wrong and what to do, to follow the key.
    package let message: String

    package var description: String { "\(Self.place(file: file, line: line)): \(key): \(message)" }

    static func place(file: String, line: Int?) -> String {
        line.map { "\(file):\($0)" } ?? file
    }
}

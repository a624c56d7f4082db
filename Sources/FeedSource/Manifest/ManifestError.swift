import FeedModel

/// What is wrong with a manifest, and where: file, line and key.
package struct ManifestError: ReportableError, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case missingFile
        case unreadable(String)
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

    package var code: String {
        switch reason {
        case .missingFile: "missing_file"
        case .unreadable: "unreadable"
        case .syntax: "syntax"
        case .unknownKey: "unknown_key"
        case .missingKey: "missing_key"
        case .wrongType: "wrong_type"
        case .badValue: "bad_value"
        case .impossible: "impossible"
        case .missingVariable: "missing_variable"
        }
    }
}

extension ManifestError {
    /// File, line, key and what is wrong: `feed.toml:12: collections.paging.styel: unknown key`
    package var message: String {
        [ManifestWarning.place(file: file, line: line), key, explanation].compactMap(\.self).joined(separator: ": ")
    }

    private var explanation: String {
        switch reason {
        case .missingFile: "there is no such file"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .syntax(let message): "is not TOML: \(message)"
        case .unknownKey: "unknown key"
        case .missingKey: "is missing"
        case .wrongType(let expected, let found): "should be \(expected), but is \(found)"
        case .badValue(let message), .impossible(let message): message
        case .missingVariable(let name): "the environment variable \(name) is not set or is empty"
        }
    }

    /// What to do: `did you mean “style”?`
    package var advice: String? {
        switch reason {
        case .missingFile: "write a manifest there or name another with --source"
        case .unknownKey(let suggestion?): "did you mean “\(suggestion)”?"
        case .unknownKey(nil): "remove it"
        case .missingKey(let advice): advice
        case .missingVariable: "set it before syncing"
        case .unreadable, .syntax, .wrongType, .badValue, .impossible: nil
        }
    }
}

/// Something in a manifest that works but should not be so.
package struct ManifestWarning: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// From 1.
    package let line: Int?
    /// The key's path as TOML writes it.
    package let key: String
    /// What is wrong and what to do, to follow the key.
    package let message: String

    package var description: String { "\(Self.place(file: file, line: line)): \(key): \(message)" }

    static func place(file: String, line: Int?) -> String {
        line.map { "\(file):\($0)" } ?? file
    }
}

import FeedModel

/// A TOML text as a tree of values that knows the line of each of its keys.
///
/// All of TOML 1.0 (toml.io/en/v1.0.0) is read, strictly: what the specification forbids is an error.
struct TOMLDocument {
    /// One step from the root of the document to a key.
    enum Step: Hashable {
        case key(String)
        /// An element of an array, from 0.
        case index(Int)
    }

    let root: [String: ManifestValue]
    private let lines: [[Step]: Int]

    /// Values that were not read from a text: they have no lines.
    init(root: [String: ManifestValue]) {
        self.root = root
        lines = [:]
    }

    /// - Throws: `TOMLSyntaxError` for the first thing that is not TOML, not UTF-8, or nested more than 64 deep.
    init(_ bytes: [UInt8]) throws(TOMLSyntaxError) {
        var reader = TOMLReader(try ASCIICursor(toml: bytes))
        root = try reader.document()
        lines = reader.lines
    }

    /// The line of the key at that path, from 1; of the nearest table around it where the key is not there.
    func line(of path: [Step]) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            if let line = lines[Array(path)] { return line }
            path = path.dropLast()
        }
        return nil
    }
}

struct TOMLSyntaxError: Error, Equatable {
    /// From 1.
    let line: Int
    /// In characters, from 1.
    let column: Int
    /// One sentence in plain words. It repeats keys, never values: they may be secrets.
    let message: String
}

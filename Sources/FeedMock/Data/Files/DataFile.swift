import FeedModel
import Foundation

/// Where own data is kept: one JSON file with a member per list, a CSV file that is a list, or a folder with a JSON or CSV
/// file per list.
///
/// Of a folder, files are read whose name ends in `.json` or `.csv` and begins with no dot. A link that leads out of the
/// folder is no file of it.
struct DataFile: Sendable {
    /// A list or a value, where it is.
    struct Entry: Sendable {
        let name: String
        let document: JSONDocument
        let range: Range<Int>
        let file: String
    }

    private let path: String
    private let isFolder: Bool
    /// What files were when they were last read or written, so that no change by another program is overwritten.
    private var stamps: [String: FileStamp] = [:]
    private(set) var entries: [Entry] = []

    /// - Throws: ``MockServerError`` where there is nothing, or something is no JSON.
    init(path: String) throws(MockServerError) {
        guard let isFolder = PlainPath.isFolder(path) else { throw .noData(path) }
        // The links to a pipe lead to nothing that has a path.
        let resolved = PlainPath.resolved(path)
        let isFile = FileManager.default.fileExists(atPath: resolved)
        (self.path, self.isFolder) = (isFile ? resolved : path, isFolder)
        if isFolder { try readFolder(path) } else { try readFile(path) }
    }

    /// Whether another program changed it since it was read or written.
    var isStale: Bool {
        stamps.contains { FileStamp($0.key) != $0.value } || isFolder && names.count != stamps.count
    }

    /// Whether a list of it is in a format that is read only.
    var hasCSV: Bool { entries.contains { $0.file.hasSuffix(".csv") } }

    /// The files of the folder that are lists.
    private var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().filter { name in
            (name.hasSuffix(".json") || name.hasSuffix(".csv")) && !PlainPath.isHidden(name)
                && PlainPath.file(name, below: path) != nil
        }
    }

    private mutating func readFile(_ shown: String) throws(MockServerError) {
        let document = try read(path, shown: shown)
        if path.hasSuffix(".csv") {
            let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            return try add(Entry(name: name, document: document, range: document.root, file: path), shown: shown)
        }
        guard document.scalar(at: document.root) == .object else {
            throw .badData(shown, reason: "it is no object with a list for each key")
        }
        for (key, value) in document.members(of: document.root) {
            try add(Entry(name: key, document: document, range: value, file: path), shown: shown)
        }
    }

    private mutating func readFolder(_ shown: String) throws(MockServerError) {
        for name in names {
            let file = PlainPath.resolved("\(path)/\(name)")
            guard stamps[file] == nil else {
                throw .badData("\(shown)/\(name)", reason: "it is the same file as another one of the folder")
            }
            let document = try read(file, shown: "\(shown)/\(name)")
            let listName = String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
            try add(Entry(name: listName, document: document, range: document.root, file: file), shown: shown)
        }
    }

    private mutating func add(_ entry: Entry, shown: String) throws(MockServerError) {
        guard PlainPath.isPlain(entry.name), entry.name != "__mock", !entry.name.hasPrefix("-"),
            entry.name.utf8.count <= 200,
            !entry.name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw .badData(shown, reason: "“\(entry.name)” cannot be the name of a list") }
        guard !entries.contains(where: { $0.name == entry.name }) else {
            throw .badData(shown, reason: "there are two lists “\(entry.name)”")
        }
        entries.append(entry)
    }

    private mutating func read(_ file: String, shown: String) throws(MockServerError) -> JSONDocument {
        // Before it is read. A pipe has none, and is not read again.
        let stamp = FileStamp(file)
        guard let handle = FileHandle(forReadingAtPath: file), let content = try? handle.readToEnd() ?? Data() else {
            throw .noData(shown)
        }
        stamps[file] = stamp
        do {
            return try JSONDocument(file.hasSuffix(".csv") ? CSVTable([UInt8](content)).json : [UInt8](content))
        } catch {
            throw .badData(shown, reason: error.description)
        }
    }

    // MARK: - Writing

    /// Writes the lists of the file that `name` is in: a whole file or none.
    ///
    /// - Parameter value: an entry's value as JSON, on several lines
    /// - Throws: `RequestError` where it cannot be written, or another program changed it.
    mutating func save(_ name: String, value: (Entry) -> [UInt8]) throws(RequestError) {
        guard let file = entries.first(where: { $0.name == name })?.file else { return }
        guard let stamp = FileStamp(file), stamp == stamps[file] else {
            throw .unsaved(reason: "another program changed the file; start the mock again")
        }
        var bytes: [UInt8] = []
        if isFolder {
            for entry in entries where entry.file == file { bytes += value(entry) }
        } else {
            for (index, entry) in entries.enumerated() {
                bytes += (index == 0 ? "{\n  " : ",\n  ").utf8
                bytes += JSONValue.string(entry.name).bytes + ": ".utf8 + value(entry)
            }
            bytes += "\n}".utf8
        }
        do {
            try AtomicFile.write(bytes + "\n".utf8, to: file)
        } catch {
            throw .unsaved(reason: error.reason)
        }
        stamps[file] = FileStamp(file)
    }
}

/// What tells that a file is still the one that was read.
private struct FileStamp: Equatable {
    private let size: Int
    private let number: Int
    private let changed: Date

    /// Nil where there is no regular file.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let changed = attributes[.modificationDate] as? Date
        else { return nil }
        self.changed = changed
        size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        number = (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
    }
}

import FeedModel
import Foundation

/// A folder of recordings of one API, each in a folder of its own by its number: `001`, `002`, and so on.
///
/// In it `recording.json` has the requests and the heads of their answers, numbered files have the bodies, and
/// `lists` has a file for each list.
package struct RecordingFolder: Sendable {
    private static let index = "recording.json"
    private let path: String

    package init(path: String) {
        self.path = PlainPath.resolved(path)
    }

    /// The folders of recordings, the oldest first.
    private var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { name in
            let index = file(name, Self.index)
            return name.count >= 3 && name.utf8.allSatisfy { (48...57).contains($0) } && Self.isOwn(index)
                && FileManager.default.fileExists(atPath: index)
        }
        .sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    }

    package var isEmpty: Bool { names.isEmpty }

    /// Where the lists of each recording are, the oldest first. A link is none of them.
    var listFolders: [String] { names.map { file($0, "lists") }.filter(Self.isOwn) }

    /// Whether the path leads where it says, and no link leads away from it.
    private static func isOwn(_ path: String) -> Bool {
        PlainPath.resolved(path) == path
    }

    // MARK: - Writing

    /// Adds a recording: a whole one or none.
    ///
    /// - Returns: its number.
    /// - Throws: ``MockServerError`` where it cannot be written, or the folder has something else.
    package func add(_ recording: Recording) throws(MockServerError) -> Int {
        let files = FileManager.default
        guard PlainPath.isFolder(path) ?? true else { throw .cannotWrite(path, reason: "it is no folder") }
        let others = (try? files.contentsOfDirectory(atPath: path))?.filter {
            !$0.hasPrefix(".") && !names.contains($0)
        }
        guard others?.isEmpty ?? true else { throw .foreignFolder(path) }
        let number = (names.last.flatMap { Int($0) } ?? 0) + 1
        let draft = file(".\(UUID().uuidString)")
        do {
            try files.createDirectory(
                atPath: draft + "/lists", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for (name, bytes) in contents(of: recording) {
                try AtomicFile.write(bytes, to: "\(draft)/\(name)", mode: 0o600)
            }
            try files.moveItem(atPath: draft, toPath: file(String(number).zeroPadded(to: 3)))
            return number
        } catch {
            try? files.removeItem(atPath: draft)
            throw .cannotWrite(path, reason: (error as? AtomicFile.WritingError)?.reason ?? error.localizedDescription)
        }
    }

    private func contents(of recording: Recording) -> [(name: String, bytes: [UInt8])] {
        let bodies = recording.exchanges.enumerated().map { ("\($0 + 1).body", $1.body) }
        let index = JSONValue.object([
            ("origin", .string(recording.origin)), ("base_path", .string(recording.basePath)),
            ("own_parameters", .array(recording.ownParameters.map { .string($0) })),
            ("ids", .object(recording.lists.map { ($0.name, .string($0.idField)) })),
            ("exchanges", .array(zip(recording.exchanges, bodies).map { $0.json(file: $1.0) })),
        ])
        let lists = recording.lists.filter { PlainPath.isPlain($0.name) }.map { list in
            ("lists/\(list.name).json", Array("[\n".utf8) + list.items.joined(separator: ",\n".utf8) + "\n]\n".utf8)
        }
        return bodies + lists + [(Self.index, index.bytes + "\n".utf8)]
    }

    // MARK: - Reading

    /// The recordings, the oldest first, without their lists.
    ///
    /// - Throws: ``MockServerError`` where one cannot be read.
    func recordings() throws(MockServerError) -> [Recording] {
        try names.map { (name) throws(MockServerError) in
            guard let document = document(of: name), let origin = document.text("origin"),
                let base = document.text("base_path"), let exchanges = document.member("exchanges")
            else { throw .badData(file(name, Self.index), reason: "it is no recording") }
            let ranges = document.elements(of: exchanges)
            let read = ranges.compactMap { range in
                RecordedExchange(document, at: range) { body(of: $0, in: name) }
            }
            guard read.count == ranges.count else {
                throw .badData(file(name, Self.index), reason: "a request is damaged or its answer is missing")
            }
            let own = document.member("own_parameters").map(document.elements) ?? []
            return Recording(
                origin: origin, basePath: base, exchanges: read, ownParameters: own.map(document.plainText))
        }
    }

    /// Scheme, host and port of the real server; nil where there is no recording.
    var origin: String? { names.last.flatMap(document)?.text("origin") }

    /// The member of each list's items that is their ID.
    func idFields() -> [String: String] {
        guard let document = names.last.flatMap(document), let ids = document.member("ids") else { return [:] }
        let fields = document.members(of: ids).compactMap { name, _ in document.text(name, of: ids).map { (name, $0) } }
        return Dictionary(fields) { $1 }
    }

    private func document(of recording: String) -> JSONDocument? {
        FileManager.default.contents(atPath: file(recording, Self.index)).flatMap { try? JSONDocument([UInt8]($0)) }
    }

    /// A body; nil where the name leads out of the recording's folder.
    private func body(of name: String, in recording: String) -> [UInt8]? {
        guard PlainPath.isPlain(name), let file = PlainPath.file(name, below: PlainPath.resolved(file(recording)))
        else { return nil }
        return FileManager.default.contents(atPath: file).map { [UInt8]($0) }
    }

    private func file(_ names: String...) -> String { ([path] + names).joined(separator: "/") }
}

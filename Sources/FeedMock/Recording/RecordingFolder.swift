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
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
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
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path == path
    }

    // MARK: - Writing

    /// Adds a recording: a whole one or none.
    ///
    /// - Returns: its number.
    /// - Throws: ``MockServerError`` where it cannot be written, or the folder has something else.
    package func add(_ recording: Recording) throws(MockServerError) -> Int {
        let files = FileManager.default
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
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
            try files.moveItem(atPath: draft, toPath: file(name))
            return number
        } catch {
            try? files.removeItem(atPath: draft)
            throw .cannotWrite(path, reason: (error as? AtomicFile.WritingError)?.reason ?? error.localizedDescription)
        }
    }

    private func contents(of recording: Recording) -> [(name: String, bytes: [UInt8])] {
        var writer = JSONWriter()
        var bodies: [(String, [UInt8])] = []
        writer.object { writer in
            writer.field("origin", recording.origin)
            writer.field("base_path", recording.basePath)
            writer.field("own_parameters", recording.ownParameters)
            writer.key("ids")
            writer.object { writer in
                for list in recording.lists { writer.field(list.name, list.idField) }
            }
            writer.key("exchanges")
            writer.array { writer in
                for (index, exchange) in recording.exchanges.enumerated() {
                    let name = "\(index + 1).body"
                    bodies.append((name, exchange.body))
                    exchange.write(to: &writer, file: name)
                }
            }
        }
        let lists = recording.lists.filter { PlainPath.isPlain($0.name) }.map { list in
            ("lists/\(list.name).json", Array("[\n".utf8) + list.items.joined(separator: ",\n".utf8) + "\n]\n".utf8)
        }
        return bodies + lists + [(Self.index, writer.bytes + "\n".utf8)]
    }

    // MARK: - Reading

    /// The recordings, the oldest first, without their lists.
    ///
    /// - Throws: ``MockServerError`` where one cannot be read.
    func recordings() throws(MockServerError) -> [Recording] {
        try names.map { (name) throws(MockServerError) in
            guard let content = FileManager.default.contents(atPath: file(name, Self.index)),
                let document = try? JSONDocument([UInt8](content)),
                case .string(let origin)? = scalar("origin", document),
                case .string(let base)? = scalar("base_path", document),
                let exchanges = document.members(of: document.root).first(where: { $0.key == "exchanges" })
            else { throw .badData(file(name, Self.index), reason: "it is no recording") }
            let read = document.elements(of: exchanges.value).map { range in
                RecordedExchange(document, at: range) { body(of: $0, in: name) }
            }
            guard !read.contains(nil) else {
                throw .badData(file(name, Self.index), reason: "a request is damaged or its answer is missing")
            }
            let own = document.members(of: document.root).first { $0.key == "own_parameters" }?.value
            let names = own.map { document.elements(of: $0).map { document.plainText(at: $0) } } ?? []
            return Recording(origin: origin, basePath: base, exchanges: read.compactMap(\.self), ownParameters: names)
        }
    }

    /// Scheme, host and port of the real server; nil where there is no recording.
    var origin: String? {
        guard let last = names.last, let content = FileManager.default.contents(atPath: file(last, Self.index)),
            let document = try? JSONDocument([UInt8](content)), case .string(let origin)? = scalar("origin", document)
        else { return nil }
        return origin
    }

    /// The member of each list's items that is their ID.
    func idFields() -> [String: String] {
        guard let last = names.last, let content = FileManager.default.contents(atPath: file(last, Self.index)),
            let document = try? JSONDocument([UInt8](content)),
            let ids = document.members(of: document.root).first(where: { $0.key == "ids" })
        else { return [:] }
        var fields: [String: String] = [:]
        for (name, range) in document.members(of: ids.value) {
            if case .string(let field) = document.scalar(at: range) { fields[name] = field }
        }
        return fields
    }

    private func scalar(_ key: String, _ document: JSONDocument) -> JSONScalar? {
        document.members(of: document.root).last { $0.key == key }.map { document.scalar(at: $0.value) }
    }

    /// A body; nil where the name leads out of the recording's folder.
    private func body(of name: String, in recording: String) -> [UInt8]? {
        guard PlainPath.isPlain(name) else { return nil }
        let folder = URL(fileURLWithPath: file(recording)).resolvingSymlinksInPath().path
        let file = URL(fileURLWithPath: "\(folder)/\(name)").resolvingSymlinksInPath().path
        guard PlainPath.isPath(file, below: folder) else { return nil }
        return FileManager.default.contents(atPath: file).map { [UInt8]($0) }
    }

    private func file(_ names: String...) -> String { ([path] + names).joined(separator: "/") }
}

import FeedModel

/// Own data as it is at one moment. A value: a change that cannot be made whole is dropped with its copy.
struct DataSnapshot {
    var lists: [String: DataList] = [:]
    /// Values that are no lists, and a section config: served as they are.
    private(set) var values: [String: [UInt8]] = [:]
    private(set) var names: [String]
    var file: DataFile
    /// Of recordings scheme, host and port of the real server.
    let origin: String?
    /// What the lists become, the next tick first.
    private var later: [[DataList]]
    /// The tick that the lists are at.
    private var tick = 0

    init(_ data: MockData) throws(MockServerError) {
        let folder = RecordingFolder(path: data.path)
        if !folder.isEmpty, data.isSaved { throw .badData(data.path, reason: "recordings are not written to") }
        let ids = folder.idFields()
        let paths = folder.isEmpty ? [data.path] : folder.listFolders
        let files = try paths.map { (path) throws(MockServerError) in try DataFile(path: path) }
        let snapshots = try files.map { (file) throws(MockServerError) in try Self.lists(of: file, data, ids) }
        guard let file = files.first, let lists = snapshots.first, !lists.isEmpty else {
            throw .badData(data.path, reason: "it has no list")
        }
        if file.hasCSV, data.isSaved { throw .badData(data.path, reason: "CSV files are not written to") }
        names = lists.map(\.name)
        if let unknown = data.paging.keys.sorted().first(where: { !lists.map(\.name).contains($0) }) {
            throw .unknownList(unknown, known: names)
        }
        (self.file, origin, later) = (file, folder.origin, Array(snapshots.dropFirst()))
        for list in lists { self.lists[list.name] = list }
        for entry in file.entries where self.lists[entry.name] == nil {
            let value = Array(entry.document.slice(entry.range))
            values[entry.name] =
                entry.isSectionConfig ? Array("{\"sections\":".utf8) + value + [UInt8(ascii: "}")] : value
        }
    }

    private static func lists(
        of file: DataFile, _ data: MockData, _ ids: [String: String]
    ) throws(MockServerError) -> [DataList] {
        let arrays = file.entries.filter { $0.document.scalar(at: $0.range) == .array && !$0.isSectionConfig }
        return try arrays.map { (entry) throws(MockServerError) in
            do throws(DataListError) {
                return try DataList(
                    entry.name, paging: data[entry.name], idField: ids[entry.name] ?? data.idField,
                    in: entry.document, at: entry.range)
            } catch {
                throw .badData(data.path, reason: "“\(entry.name)”: \(error.reason)")
            }
        }
    }

    var whole: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for entry in file.entries {
                writer.key(entry.name)
                guard let list = lists[entry.name] else {
                    writer.verbatim(entry.document.slice(entry.range))
                    continue
                }
                writer.array { writer in
                    for item in list.items { item.write(to: &writer) }
                }
            }
        }
        return writer.bytes
    }

    /// Becomes what was read anew: a list that there was keeps its tombstones and versions.
    mutating func become(_ read: DataSnapshot) {
        let before = lists
        self = read
        for (name, list) in before {
            guard let new = read.lists[name] else { continue }
            var merged = list
            merged.become(new)
            lists[name] = merged
        }
    }

    /// Makes the lists those of the recording at `tick`.
    mutating func advance(to tick: Int) {
        while self.tick < tick, !later.isEmpty {
            for list in later.removeFirst() { lists[list.name]?.become(list) }
            self.tick += 1
        }
    }
}

extension DataFile.Entry {
    /// Whether it is how a screen is arranged: `sections` with a type for each.
    fileprivate var isSectionConfig: Bool {
        guard name == "sections", document.scalar(at: range) == .array else { return false }
        let elements = document.elements(of: range)
        return !elements.isEmpty && elements.allSatisfy { document.member("sectionType", of: $0) != nil }
    }
}

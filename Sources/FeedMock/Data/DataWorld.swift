import FeedModel
import HTTPTypes
import Synchronization

/// Own data as an API: `GET` and `POST` at a list, `GET`, `PUT`, `PATCH` and `DELETE` at an item.
///
/// Of recordings the lists are those of the first one; each tick makes them those of the next.
///
/// The lock guards the lists and the file, so that requests change them one after another.
final class DataWorld: Sendable {
    fileprivate struct State {
        var lists: [String: DataList] = [:]
        /// Values that are no lists: served as they are.
        var values: [String: [UInt8]] = [:]
        var file: DataFile
        /// What the lists become, the next tick first.
        var later: [[DataList]]
        /// The tick that the lists are at.
        var tick = 0
    }

    let names: [String]
    private let isSaved: Bool
    private let pageSize: Int
    private let state: Mutex<State>

    /// - Throws: ``MockServerError`` where the data cannot be served.
    init(_ data: MockData, pageSize: Int) throws(MockServerError) {
        let folder = RecordingFolder(path: data.path)
        if !folder.isEmpty, data.isSaved { throw .badData(data.path, reason: "recordings are not written to") }
        let ids = folder.idFields()
        let paths = folder.isEmpty ? [data.path] : folder.listFolders
        let files = try paths.map { (path) throws(MockServerError) in try DataFile(path: path) }
        let snapshots = try files.map { (file) throws(MockServerError) in try Self.lists(of: file, data, ids) }
        guard let file = files.first, let lists = snapshots.first, !lists.isEmpty else {
            throw .badData(data.path, reason: "it has no list")
        }
        let names = lists.map(\.name)
        if let unknown = data.paging.keys.sorted().first(where: { !names.contains($0) }) {
            throw .unknownList(unknown, known: names)
        }
        (self.names, isSaved, self.pageSize) = (names, data.isSaved, pageSize)
        var state = State(file: file, later: Array(snapshots.dropFirst()))
        for list in lists { state.lists[list.name] = list }
        for entry in file.entries where state.lists[entry.name] == nil {
            state.values[entry.name] = Array(entry.document.slice(entry.range))
        }
        self.state = Mutex(state)
    }

    private static func lists(
        of file: DataFile, _ data: MockData, _ ids: [String: String]
    ) throws(MockServerError) -> [DataList] {
        var lists: [DataList] = []
        for entry in file.entries where entry.document.scalar(at: entry.range) == .array {
            do throws(DataListError) {
                lists.append(
                    try DataList(
                        entry.name, paging: data[entry.name], idField: ids[entry.name] ?? data.idField,
                        in: entry.document, at: entry.range))
            } catch {
                throw .badData(data.path, reason: "“\(entry.name)”: \(error.reason)")
            }
        }
        return lists
    }

    var lists: [DataList] {
        state.withLock { state in names.compactMap { state.lists[$0] } }
    }

    /// The answer at `tick`; nil where the path names no list and no value.
    func answer(_ request: MockRequest, at tick: Int) throws(RequestError) -> Answer? {
        guard let components = PlainPath.components(request.path), components.count <= 2 else { return nil }
        let name = components[0]
        let (list, value) = state.withLock { state in
            state.advance(to: tick)
            return (state.lists[name], state.values[name])
        }
        if let value, components.count == 1 {
            try allow([.get, .head], request)
            return .json(bytes: value)
        }
        guard let list else { return nil }
        if components.count == 2 { return try item(components[1], of: list, request) }
        try allow([.get, .head, .post], request)
        if request.method == .post { return try create(in: name, request) }
        return try RowWindow(request.query, of: list, standardSize: pageSize).answer(at: request.path)
    }

    private func create(in name: String, _ request: MockRequest) throws(RequestError) -> Answer {
        let members = try members(request)
        let item = try change(name) { (list) throws(RequestError) in try list.insert(members) }
        var answer = Answer.json(.created) { item.write(to: &$0) }
        answer.setHeader("Location", "/\(PlainPath.encoded(name))/\(PlainPath.encoded(item.id))")
        return answer
    }

    private func item(_ id: String, of list: DataList, _ request: MockRequest) throws(RequestError) -> Answer {
        try allow([.get, .head, .put, .patch, .delete], request)
        let missing = RequestError.notFound(path: request.path)
        guard let item = list[id] else { throw missing }
        if request.isReading { return .json { item.write(to: &$0) } }
        if request.method == .delete {
            try change(list.name) { (list) throws(RequestError) in
                guard let item = list[id] else { throw missing }
                list.remove(item)
            }
            return .json { item.write(to: &$0) }
        }
        let members = try members(request)
        let changed = try change(list.name) { (list) throws(RequestError) in
            guard let item = list[id] else { throw missing }
            return list.replace(item, by: members, merging: request.method == .patch)
        }
        return .json { changed.write(to: &$0) }
    }

    private func members(_ request: MockRequest) throws(RequestError) -> JSONMembers {
        let body = try ContentCoding.unpacked(request, limit: MockAPI.bodyLimit)
        do {
            let document = try JSONDocument(body)
            if document.scalar(at: document.root) == .object { return JSONMembers(document, in: document.root) }
        } catch {
            throw .badBody(reason: error.description)
        }
        throw .badBody(reason: "it is no JSON object")
    }

    /// Changes a list, and saves it where that is wanted. Where it cannot be saved, nothing is changed.
    private func change<Result: Sendable>(
        _ name: String, _ body: (inout DataList) throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        try state.withLock { (state) throws(RequestError) in
            guard var list = state.lists[name] else { throw .notFound(path: "/\(name)") }
            let result = try body(&list)
            if isSaved {
                var lists = state.lists
                lists[name] = list
                try state.file.save(name) { entry in
                    lists[entry.name]?.text(indent: "  ") ?? Array(entry.document.slice(entry.range))
                }
            }
            state.lists[name] = list
            return result
        }
    }

    private func allow(_ methods: [HTTPRequest.Method], _ request: MockRequest) throws(RequestError) {
        guard methods.contains(request.method) else { throw .methodNotAllowed(allowed: methods) }
    }
}

extension DataWorld.State {
    /// Makes the lists those of the recording at `tick`.
    fileprivate mutating func advance(to tick: Int) {
        while self.tick < tick, !later.isEmpty {
            for list in later.removeFirst() { lists[list.name]?.become(list) }
            self.tick += 1
        }
    }
}

extension DataList {
    /// The list as it is saved: an item a line, the items that did not change to the byte as they were.
    fileprivate func text(indent: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, item) in items.enumerated() {
            bytes += (index == 0 ? "[\n\(indent)  " : ",\n\(indent)  ").utf8 + item.payload
        }
        return bytes + (items.isEmpty ? "[]" : "\n\(indent)]").utf8
    }
}

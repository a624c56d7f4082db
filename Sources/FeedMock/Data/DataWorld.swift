import FeedModel
import HTTPTypes
import Synchronization

/// Own data as an API: `GET` and `POST` at a list, `GET`, `PUT`, `PATCH` and `DELETE` at an item, `GET` of the items of
/// another list that belong to an item (`/posts/1/comments`: those with its ID as `postId`), and of all as `/db`.
///
/// A file that another program changes is read again: at the next request. Of recordings the lists are those of the first
/// one; each tick makes them those of the next.
///
/// The lock guards the lists and the file, so that requests change them one after another.
final class DataWorld: Sendable {
    private struct Guarded {
        var now: DataSnapshot
        /// What a reset brings back.
        var start: DataSnapshot
    }

    private let data: MockData
    private let pageSize: Int
    private let scheme: String
    private let state: Mutex<Guarded>

    init(_ data: MockData, pageSize: Int, scheme: String) throws(MockServerError) {
        let snapshot = try DataSnapshot(data)
        (self.data, self.pageSize, self.scheme) = (data, pageSize, scheme)
        state = Mutex(Guarded(now: snapshot, start: snapshot))
    }

    var names: [String] { state.withLock(\.now.names) }

    /// Brings back what there was at the start; what is saved stays.
    func reset() {
        guard !data.isSaved else { return }
        state.withLock { $0.now = $0.start }
    }

    /// The answer at `tick`; nil where the path names no list and no value.
    func answer(_ request: MockRequest, at tick: Int) throws(RequestError) -> Answer? {
        guard let components = PlainPath.components(request.path), components.count <= 3 else { return nil }
        let present = state.withLock { state in
            if state.now.file.isStale, let read = try? DataSnapshot(data) {
                state.start = read
                state.now.become(read)
            }
            state.now.advance(to: tick)
            return state.now
        }
        guard let answer = try answer(request, components, present) else { return nil }
        guard let origin = present.origin, let own = request.origin(scheme) else { return answer }
        return answer.replacing(origin, with: own)
    }

    private func answer(
        _ request: MockRequest, _ components: [String], _ present: DataSnapshot
    ) throws(RequestError) -> Answer? {
        let name = components[0]
        if components.count == 1, let value = present.values[name] ?? (name == "db" ? present.whole : nil) {
            try request.allow([.get, .head])
            return Answer.json(bytes: value).obeying([], of: request)
        }
        guard let list = present.lists[name] else { return nil }
        switch components.count {
        case 1 where request.method == .post: return try create(in: name, request)
        case 1:
            try request.allow([.get, .head, .post])
            return try page(of: list, request, present)
        case 2: return try item(components[1], of: list, request).obeying([], of: request)
        default:
            guard let children = present.lists[components[2]] else { return nil }
            try request.allow([.get, .head])
            guard let item = list[components[1]] else { throw .notFound(path: request.path) }
            return try page(of: children, request, present) { $0.belongs(to: item, of: name) }
        }
    }

    private func page(
        of list: DataList, _ request: MockRequest, _ present: DataSnapshot, where isMeant: ((DataItem) -> Bool)? = nil
    ) throws(RequestError) -> Answer {
        let window = try RowWindow(request.query, of: list, standardSize: pageSize, where: isMeant)
        let origin = data.hasRelativeLinks ? nil : request.origin(scheme)
        return window.answer(at: (origin ?? "") + request.path) { name, item in
            present.lists[name]?.items.filter { $0.belongs(to: item, of: list.name) } ?? []
        }.obeying(window.obeyed, of: request)
    }

    private func create(in name: String, _ request: MockRequest) throws(RequestError) -> Answer {
        let members = try members(request)
        let item = try change(name) { (list) throws(RequestError) in try list.insert(members) }
        var answer = Answer.json(.created) { item.write(to: &$0) }
        answer.setHeader("Location", "/\(PlainPath.encoded(name))/\(PlainPath.encoded(item.id))")
        return answer
    }

    private func item(_ id: String, of list: DataList, _ request: MockRequest) throws(RequestError) -> Answer {
        try request.allow([.get, .head, .put, .patch, .delete])
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
        try JSONMembers(object: try ContentCoding.unpacked(request, limit: MockAPI.bodyLimit))
    }

    /// Changes a list, and saves it where that is wanted. Where it cannot be saved, nothing is changed.
    private func change<Result: Sendable>(
        _ name: String, _ body: (inout DataList) throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        try state.withLock { (state) throws(RequestError) in
            guard var list = state.now.lists[name] else { throw .notFound(path: "/\(name)") }
            let result = try body(&list)
            if data.isSaved {
                var lists = state.now.lists
                lists[name] = list
                try state.now.file.save(name) { entry in
                    lists[entry.name]?.text(indent: "  ") ?? Array(entry.document.slice(entry.range))
                }
            }
            state.now.lists[name] = list
            return result
        }
    }
}

extension DataItem {
    /// Whether it names an item of another list as the one it belongs to: of `posts` by `postId`.
    fileprivate func belongs(to item: DataItem, of list: String) -> Bool {
        let singular =
            list.hasSuffix("ies") ? list.dropLast(3) + "y" : list.hasSuffix("s") ? list.dropLast() : list[...]
        guard let members = try? JSONMembers(object: Array(payload)), let value = members["\(singular)Id"] else {
            return false
        }
        return JSONScalar(bytes: value).identifier == item.id
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

import FeedModel
import HTTPTypes

extension FeedFault {
    /// What `api` answers to `request`, made false. Where there is nothing to make false, the right answer.
    func answer(to request: MockRequest, by api: MockAPI) -> Answer {
        guard request.isReading else { return api.answer(request).unchanged() }
        switch self {
        case .falseNotModified: return Answer(.notModified)
        case .newETag:
            var answer = api.answer(request.unconditional())
            guard answer.headers[.eTag] != nil else { return answer.unchanged() }
            answer.headers[.eTag] = "\"other-\(api.journal.count)\""
            return answer
        case .wrongTotal:
            var answer = api.plainAnswer(request)
            let total = answer.headers[named: "X-Total-Count"].flatMap { Int($0) }
            guard let total else { return answer.negotiated(for: request).unchanged() }
            answer.setHeader("X-Total-Count", String(total &+ 1_000))
            return answer.negotiated(for: request)
        case .cursorLoop: return looped(request, api).negotiated(for: request)
        case .otherAccount:
            return changed(api.ofOtherAccount.plainAnswer(request)) { list in
                list.items = list.items.map { Self.renamed($0, by: 500_000_000, "other-") }
            }.negotiated(for: request)
        case .slide:
            let next = request.nextPage.map(api.plainAnswer).flatMap { ListBody($0.body)?.items.first }
            return changed(api.plainAnswer(request)) { list in
                guard !list.items.isEmpty else { return }
                list.items.removeFirst()
                if let next { list.items.append(next) }
            }.negotiated(for: request)
        case .duplicateID, .olderVersion, .emptyPage, .unknownTombstone, .renamedIDs, .duplicateSection:
            return changed(api.plainAnswer(request), change).negotiated(for: request)
        }
    }

    private func changed(_ answer: Answer, _ change: (inout ListBody) -> Void) -> Answer {
        guard answer.status == .ok, var list = ListBody(answer.body) else { return answer.unchanged() }
        let before = list
        change(&list)
        guard list != before else { return answer.unchanged() }
        var answer = answer
        answer.body = list.bytes
        return answer
    }

    /// The changes that need nothing but the page.
    private func change(_ list: inout ListBody) {
        guard let first = list.items.first else { return }
        switch self {
        case .duplicateID: list.items.append(first)
        case .olderVersion: list.items = list.items.map(Self.aged)
        case .emptyPage:
            list.items = []
            list.claimNextPage()
        case .unknownTombstone: list.items.append(Self.tombstone(like: ListItem(first)))
        case .renamedIDs: list.items = list.items.map { Self.renamed($0, by: 1_000_000_000, "renamed-") }
        case .duplicateSection:
            guard list.items.count > 1, let id = ListItem(first)["id"] else { return }
            list.items[1] = ListItem(list.items[1]).setting("id", to: id).bytes
        case .slide, .wrongTotal, .cursorLoop, .falseNotModified, .newETag, .otherAccount: break
        }
    }

    private func looped(_ request: MockRequest, _ api: MockAPI) -> Answer {
        let right = api.plainAnswer(request)
        guard right.status == .ok, ListBody(right.body) != nil else { return right.unchanged() }
        var answer = changed(api.plainAnswer(request.firstPage)) { $0.claimNextPage() }
        let query = request.rawQuery.isEmpty ? "" : "?\(request.rawQuery)"
        answer.setHeader("Link", "<\(request.path)\(query)>; rel=\"next\"")
        answer.isUnchanged = false
        return answer
    }

    /// A day older, with another title.
    private static func aged(_ item: [UInt8]) -> [UInt8] {
        let item = ListItem(item)
        guard let version = item["updated_at"].flatMap({ Int64($0) }) else { return item.bytes }
        return item.setting("updated_at", to: String(version &- 86_400_000)).setting("title", to: "\"as it was\"").bytes
    }

    private static func renamed(_ item: [UInt8], by offset: Int, _ prefix: String) -> [UInt8] {
        let item = ListItem(item)
        guard let id = item["id"] else { return item.bytes }
        if let number = Int(id) { return item.setting("id", to: String(number &+ offset)).bytes }
        return item.setting("id", to: "\"\(prefix)\(id.dropFirst())").bytes
    }

    private static func tombstone(like item: ListItem) -> [UInt8] {
        let isNumber = item["id"].flatMap { Int($0) } != nil
        var writer = JSONWriter()
        writer.object { writer in
            if isNumber { writer.field("id", 999_999_999) } else { writer.field("id", "never-was") }
            writer.field("deleted", true)
            writer.field("updated_at", item["updated_at"].flatMap { Int64($0) } ?? 0)
        }
        return writer.bytes
    }
}

extension Answer {
    /// The same answer, in which a fault found nothing to change.
    func unchanged() -> Answer {
        var answer = self
        answer.isUnchanged = true
        return answer
    }
}

extension MockRequest {
    /// The request for the page after this one; nil where that cannot be known.
    fileprivate var nextPage: MockRequest? {
        if let offset = query["offset"].flatMap({ Int($0) }), let limit = query["limit"].flatMap({ Int($0) }) {
            return setting("offset", to: offset &+ limit)
        }
        guard !query.has("offset"), !query.has("limit") else { return nil }
        return setting("page", to: (query["page"].flatMap { Int($0) } ?? 1) &+ 1)
    }

    fileprivate var firstPage: MockRequest {
        if query.has("offset") { return setting("offset", to: 0) }
        return query.has("page") ? setting("page", to: 1) : self
    }

    private func setting(_ name: String, to number: Int) -> MockRequest {
        let others = rawQuery.split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        let parameters = others + ["\(name)=\(number)"]
        return MockRequest(
            method, "\(path)?\(parameters.joined(separator: "&"))", headers: headers, authority: authority, body: body)
    }
}

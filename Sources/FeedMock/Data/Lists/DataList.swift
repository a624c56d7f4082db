import FeedModel

/// A list of own data, and what happened to it since the server started. A value: a change that cannot be saved is
/// dropped with the copy it was made in.
struct DataList {
    let name: String
    let paging: ListPaging
    let idField: String
    /// What its versions are; nil where some items have a version that is neither a number nor a date.
    let versions: ListVersion.Kind?

    /// The items in their order, which is that of their ordinals.
    private(set) var items: [DataItem]
    private var tombstones: [ExactText: DataItem] = [:]
    private var ordinals: [ExactText: Int]
    private var latest: ListVersion?
    private var nextOrdinal: Int

    init(
        _ name: String, paging: ListPaging, idField: String, in document: JSONDocument, at range: Range<Int>
    ) throws(DataListError) {
        (self.name, self.paging, self.idField) = (name, paging, idField)
        let rows = document.elements(of: range)
        let versioned = try rows.enumerated().map { (index, row) throws(DataListError) in
            try Self.row(index, at: row, of: document, idField: idField)
        }
        let own = versioned.compactMap(\.version)
        let kinds = Set(own.map(\.kind))
        let isClear = own.count == versioned.count(where: \.saysVersion) && kinds.count <= 1
        versions = isClear ? kinds.first ?? .number : nil
        let oldest = isClear ? own.min() ?? .number(WorldTime.epoch) : nil
        items = zip(rows, versioned).enumerated().map { index, row in
            DataItem(
                id: row.1.id, idJSON: row.1.idJSON, payload: document.slice(row.0), ordinal: index,
                version: isClear ? row.1.version ?? oldest : nil, saysVersion: row.1.saysVersion)
        }
        latest = isClear ? own.max() ?? oldest : nil
        nextOrdinal = items.count
        ordinals = [:]
        for item in items where ordinals.updateValue(item.ordinal, forKey: ExactText(item.id)) != nil {
            throw .repeatedID(item.id)
        }
    }

    private typealias Row = (id: String, idJSON: ArraySlice<UInt8>, version: ListVersion?, saysVersion: Bool)

    private static func row(
        _ index: Int, at range: Range<Int>, of document: JSONDocument, idField: String
    ) throws(DataListError) -> Row {
        let kind = document.scalar(at: range)
        guard kind == .object else { throw .noObject(index: index, kind: kind.kindName) }
        let members = document.members(of: range)
        func value(of key: String) -> ArraySlice<UInt8>? {
            members.last { ExactText($0.key) == ExactText(key) }.map { document.slice($0.value) }
        }
        guard let json = value(of: idField), let id = JSONScalar(bytes: json).identifier else {
            throw .noID(index: index, field: idField)
        }
        let version = value(of: ListVersion.field)
        return (id, json, version.flatMap { ListVersion(JSONScalar(bytes: $0)) }, version != nil)
    }

    // MARK: - Reading

    subscript(id: String) -> DataItem? {
        guard let ordinal = ordinals[ExactText(id)] else { return nil }
        return items[index(of: ordinal)]
    }

    /// What changed after `version`, oldest change first, removed items as tombstones.
    func changes(after version: ListVersion) -> [DataItem] {
        (items + tombstones.values)
            .filter { ($0.version ?? version) > version }
            .sorted { RowPosition($0, byVersion: true) < RowPosition($1, byVersion: true) }
    }

    func row(_ id: String) -> DataItem? { self[id] ?? tombstones[ExactText(id)] }

    // MARK: - Changing

    /// Adds an item at the end. Where `members` have no ID it gets one that is free.
    ///
    /// - Throws: `RequestError` where its ID is taken or none.
    mutating func insert(_ members: JSONMembers) throws(RequestError) -> DataItem {
        var members = members
        let json = members[idField] ?? freeID
        guard let id = JSONScalar(bytes: json).identifier else {
            throw .badBody(reason: "“\(idField)” is no text and no whole number")
        }
        guard ordinals[ExactText(id)] == nil else { throw .conflict(id: id) }
        if members[idField] == nil { members.prepend(idField, json) }
        let item = changed(id, json, members, ordinal: nextOrdinal)
        nextOrdinal += 1
        items.append(item)
        ordinals[ExactText(id)] = item.ordinal
        tombstones[ExactText(id)] = nil
        return item
    }

    /// Puts `members` in the place of an item's; `merging` keeps those that are not among them. The ID stays.
    mutating func replace(_ item: DataItem, by members: JSONMembers, merging: Bool) -> DataItem {
        var members = members
        if merging, let document = try? JSONDocument(Array(item.payload)) {
            var merged = JSONMembers(document, in: document.root)
            for (key, value) in members.members { merged.set(key, to: value) }
            members = merged
        }
        if members[idField] == nil {
            members.prepend(idField, item.idJSON)
        } else {
            members.set(idField, to: item.idJSON)
        }
        let changed = changed(item.id, item.idJSON, members, ordinal: item.ordinal)
        items[index(of: item.ordinal)] = changed
        return changed
    }

    /// Takes an item out and leaves a tombstone.
    mutating func remove(_ item: DataItem) {
        items.remove(at: index(of: item.ordinal))
        ordinals[ExactText(item.id)] = nil
        tombstones[ExactText(item.id)] = item.tombstone(raised(), idField: idField)
    }

    /// Makes its items those of a later state of the list: what is not there any more leaves a tombstone, and what differs
    /// has a greater version where it does not say one.
    mutating func become(_ later: DataList) {
        for item in items where later[item.id] == nil { remove(item) }
        let known = Dictionary(items.map { (ExactText($0.id), $0) }) { first, _ in first }
        items = later.items.map { item in
            let isSame = known[ExactText(item.id)]?.payload == item.payload
            let version = isSame ? known[ExactText(item.id)]?.version : item.saysVersion ? item.version : raised()
            return DataItem(
                id: item.id, idJSON: item.idJSON, payload: item.payload, ordinal: item.ordinal,
                version: versions == nil ? nil : version, saysVersion: item.saysVersion)
        }
        ordinals = later.ordinals
        nextOrdinal = later.nextOrdinal
        for id in ordinals.keys { tombstones[id] = nil }
        latest = [latest, items.compactMap(\.version).max()].compactMap(\.self).max()
    }

    private mutating func changed(
        _ id: String, _ json: ArraySlice<UInt8>, _ members: JSONMembers, ordinal: Int
    ) -> DataItem {
        var members = members
        let version = raised()
        if let version { members.set(ListVersion.field, to: version.json[...]) }
        return DataItem(
            id: id, idJSON: json, payload: members.bytes[...], ordinal: ordinal, version: version, saysVersion: true)
    }

    private mutating func raised() -> ListVersion? {
        latest = latest?.next
        return latest
    }

    /// The number after the greatest one, or, where IDs are texts, the first number that is free as a text.
    private var freeID: ArraySlice<UInt8> {
        let isText = items.contains { $0.idJSON.first == UInt8(ascii: "\"") }
        var number = isText ? Int64(items.count) : ordinals.keys.compactMap { Int64($0.text) }.max() ?? 0
        repeat { number = number == .max ? 1 : number + 1 } while ordinals[ExactText(String(number))] != nil
        return Array((isText ? "\"\(number)\"" : "\(number)").utf8)[...]
    }

    private func index(of ordinal: Int) -> Int {
        items.firstIndexInSorted { $0.ordinal >= ordinal }
    }
}

/// Why an array is no list that can be served. Elements are counted from 0.
enum DataListError: Error, Equatable {
    case noObject(index: Int, kind: String)
    case noID(index: Int, field: String)
    case repeatedID(String)

    /// What is wrong, to follow the list's name.
    var reason: String {
        switch self {
        case .noObject(let index, let kind): "element \(index) is \(kind), not an object"
        case .noID(let index, let field): "element \(index) has no text or whole number at “\(field)”, its ID"
        case .repeatedID(let id): "two elements have the ID “\(id)”"
        }
    }
}

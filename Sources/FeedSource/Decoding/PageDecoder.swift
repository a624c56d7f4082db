package import FeedModel

/// Turns the body of a page into items, in one pass over its bytes.
///
/// Payloads are checked and skipped, not built: an item costs its ID and version and the place of
/// its bytes. What is not JSON to the letter of RFC 8259 is refused in whole, so that no half-read page ever counts
/// for a page. Make one decoder for a collection and use it for all its pages.
package struct PageDecoder: Sendable {
    private let itemsPath: DottedPath
    private let id: ItemIDRule
    private let ignored: IgnoredFields?
    private let selector: JSONSelector
    private let rowKind: JSONScan.Kind
    private let extraCount: Int
    private let versionColumn: Int?
    private let deletedColumn: Int?
    private let maxItems: Int
    /// Elements that are read between two looks at whether the task was cancelled.
    private static let cancellationStride = 4_096

    /// - Parameters:
    ///   - extras: where other things are in the body that the walk wants to know, such as `has_next_page`.
    ///   - isBare: whether the list is an array even where IDs are keys, which no item has then.
    package init(
        items: DottedPath, id: ItemIDRule, version: DottedPath? = nil, deleted: DottedPath? = nil,
        ignored: IgnoredFields? = nil, extras: [DottedPath] = [], maxItems: Int = 100_000, isBare: Bool = false
    ) {
        self.maxItems = maxItems
        self.id = id
        self.ignored = ignored
        itemsPath = items
        var columns = id.paths
        versionColumn = version.map { _ in columns.count }
        if let version { columns.append(version) }
        deletedColumn = deleted.map { _ in columns.count }
        if let deleted { columns.append(deleted) }
        extraCount = extras.count
        rowKind = isBare ? .elements : id.rowKind
        selector = JSONSelector(paths: extras, rows: items, columns: columns, rowKind: rowKind)
    }

    /// Reads the body of an answer; one without a body (204) is an empty page.
    package func decode(_ content: PageContent, needsID: Bool = true) throws -> DecodedPage {
        if content.status == 204 { return DecodedPage(body: [], items: []) }
        return try decode(content.body, from: content.url, needsID: needsID)
    }

    /// Reads one body, unpacked and whole.
    ///
    /// An item without a usable ID is set aside, and the page goes on. Reading stops at the first element too many, so
    /// that a small answer which unpacks into millions of them costs no more than a page does.
    ///
    /// - Parameter needsID: whether a page with elements of which none has a usable ID is refused, since the path of the ID
    ///   seems to be wrong.
    /// - Throws: `SourceError` (malformed or too large) if the body is not JSON, holds no list where the items should be, or
    ///   one with too many elements, or one that is refused; `CancellationError`.
    package func decode(_ body: [UInt8], from url: SourceURL? = nil, needsID: Bool = true) throws -> DecodedPage {
        let (selection, rows): (JSONSelection, [Range<Int>])
        do {
            (selection, rows) = try list(in: body, from: url)
        } catch let error as JSONSyntaxError {
            throw SourceError(.malformed("the answer is \(error)"), url: url)
        }
        var items: [DecodedItem] = []
        items.reserveCapacity(rows.count)
        var rejectedCount = 0
        var firstRejection: ItemRejection?
        for (row, range) in rows.enumerated() {
            if row % Self.cancellationStride == 0 { try Task.checkCancellation() }
            let item = item(row, at: range, in: body, selection)
            if case .rejected(let reason) = item.identity {
                firstRejection = firstRejection ?? reason
                rejectedCount += 1
                if rejectedCount > DecodedPage.mostRejections { continue }
            }
            items.append(item)
        }
        if needsID, let firstRejection, rejectedCount == rows.count {
            let fault =
                rows.count == 1
                ? "the page's only item has no usable ID:"
                : "none of the page's \(rows.count) items has a usable ID; of the first,"
            throw SourceError(.malformed("\(fault) \(firstRejection.message)"), url: url)
        }
        return DecodedPage(
            body: body, items: items, rejectedCount: rejectedCount,
            extraPlaces: (0..<extraCount).map(selection.value), ignored: ignored)
    }

    /// Reads every stored element of the list that `items` leads to, those without a usable ID included.
    ///
    /// - Throws: `JSONSyntaxError` if the body is not JSON, as it was when it was stored; `SourceError` if it holds no
    ///   array there, or one of too many elements; `CancellationError`.
    package func decodeElements(_ body: [UInt8]) throws -> [DecodedItem] {
        let (selection, rows) = try list(in: body, from: nil)
        return rows.enumerated().map { row, range in item(row, at: range, in: body, selection) }
    }

    private func list(in body: [UInt8], from url: SourceURL?) throws -> (JSONSelection, rows: [Range<Int>]) {
        let selection = try select(in: body, from: url)
        if let rows = selection.rows { return (selection, rows) }
        let document = try JSONDocument(body)
        if document.isListOmitted(at: itemsPath) { return (selection, []) }
        let list = rowKind == .elements ? "an array of items" : "an object of items by their IDs (@key)"
        let expected = itemsPath.components.isEmpty ? "be \(list), but it is" : "have \(list) at “\(itemsPath)”, but"
        throw SourceError(.malformed("the answer should \(expected) \(document.found(at: itemsPath))"), url: url)
    }

    private func select(in body: [UInt8], from url: SourceURL?) throws -> JSONSelection {
        do throws(JSONSyntaxError) {
            return try selector.select(in: body) { row in
                row < maxItems && (row % Self.cancellationStride > 0 || !Task.isCancelled)
            }
        } catch {
            guard error.reason == .abandoned else { throw error }
            try Task.checkCancellation()
            throw SourceError(.tooManyItems(limit: maxItems), url: url)
        }
    }

    private func item(_ row: Int, at range: Range<Int>, in body: [UInt8], _ selection: JSONSelection) -> DecodedItem {
        func cell(_ column: Int?) -> ArraySlice<UInt8>? {
            column.flatMap { selection.cell(row: row, column: $0) }.map { body[$0] }
        }
        let versionCell = cell(versionColumn)
        let (version, versionText) = versionCell.map(Self.version) ?? (.none, nil)
        let isNull = versionCell?.first == UInt8(ascii: "n")
        let mark = cell(deletedColumn).map { DeletionMark.isSet(in: JSONScalar(bytes: $0)) } ?? false
        var faults: ItemFaults = mark == nil ? .oddMark : []
        if versionColumn != nil, version == .none, !isNull {
            faults.insert(versionCell == nil ? .noVersion : .oddVersion)
        }
        let key = selection.rowKeys.isEmpty ? nil : body[selection.rowKeys[row]]
        return DecodedItem(
            payload: range, identity: id.identity(of: body[range], key: key) { cell($0) }, versionText: versionText,
            version: version, isTombstone: mark ?? false, faults: faults)
    }

    private static func version(in cell: ArraySlice<UInt8>) -> (ItemVersion, String?) {
        let text = cell.first == UInt8(ascii: "\"") ? JSONText(quoted: cell).utf8 : cell
        let version = ItemVersion(text: text)
        return (version, version == .none ? nil : String(decoding: text, as: UTF8.self))
    }
}

extension JSONDocument {
    /// The value that a path leads to, as far as it leads, and how many of its steps that are.
    func end(of path: DottedPath) -> (place: Range<Int>, depth: Int) {
        var place = root
        for (depth, component) in path.components.enumerated() {
            guard let next = value(at: DottedPath(components: [component]), in: place) else { return (place, depth) }
            place = next
        }
        return (place, path.components.count)
    }

    /// What lies at `path` instead of a list, or where the path ends.
    fileprivate func found(at path: DottedPath) -> String {
        let (place, depth) = end(of: path)
        let kind = scalar(at: place).kindName
        guard depth < path.components.count else { return depth == 0 ? kind : "\(kind) is there" }
        let end = depth == 0 ? "it" : "“\(DottedPath(components: path.components[..<depth]))”"
        let missing = path.components[depth]
        return "\(end) is \(kind) without “\(missing.condition == nil ? missing.key : "\(missing)")”"
    }

    /// Whether a list is left out because it is empty: null, or missing in an object that is there, as Go and protocol
    /// buffers write it. Not where that object has an error, or an array that the list may be.
    fileprivate func isListOmitted(at path: DottedPath) -> Bool {
        guard let last = path.components.last, last.condition == nil,
            let around = value(at: DottedPath(components: path.components.dropLast())), scalar(at: around) == .object
        else { return false }
        let members = members(of: around).map { (key: $0.key, value: $0.value, scalar: scalar(at: $0.value)) }
        if let list = members.last(where: { $0.key == last.key }) { return list.scalar == .null }
        return !members.contains { member in
            ["error", "errors"].contains(member.key) && member.scalar != .null
                || !elements(of: member.value).isEmpty
        }
    }
}

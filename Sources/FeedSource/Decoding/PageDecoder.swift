package import FeedModel

/// Turns the body of a page into items, in one pass over its bytes.
///
/// Payloads are checked and skipped, not built: an item costs its ID and version and the place of
/// its bytes. What is not JSON to the letter of RFC 8259 is refused in whole, so that no half-read page ever counts
/// for a page. Make one decoder for a collection and use it for all its pages.
package struct PageDecoder: Sendable {
    private let itemsPath: DottedPath
    private let idName: String
    private let selector: JSONSelector
    private let extraCount: Int
    private let versionColumn: Int?
    private let deletedColumn: Int?
    private let maxItems: Int
    private static let idColumn = 0
    /// Elements that are read between two looks at whether the task was cancelled.
    private static let cancellationStride = 4_096

    /// - Parameters:
    ///   - items: where the array of items is in the body.
    ///   - id: where an item's ID is in the item: a string or an integer.
    ///   - version: where its version is: an integer, an RFC 3339 or an HTTP date, as number or string.
    ///   - deleted: where it says that the item is gone; see `DeletionMark`.
    ///   - extras: where other things are in the body that the walk wants to know, such as `has_next_page`.
    ///   - maxItems: the most elements that the list may have.
    package init(
        items: DottedPath, id: DottedPath, version: DottedPath? = nil, deleted: DottedPath? = nil,
        extras: [DottedPath] = [], maxItems: Int = 100_000
    ) {
        self.maxItems = maxItems
        itemsPath = items
        idName = id.description
        var columns = [id]
        versionColumn = version.map { _ in columns.count }
        if let version { columns.append(version) }
        deletedColumn = deleted.map { _ in columns.count }
        if let deleted { columns.append(deleted) }
        extraCount = extras.count
        selector = JSONSelector(paths: extras, rows: items, columns: columns)
    }

    /// Reads the body of an answer.
    ///
    /// - Throws: `SourceError` (malformed or too large) with the URL of the answer; `CancellationError`.
    package func decode(_ content: PageContent) throws -> DecodedPage {
        do {
            return try decode(content.body)
        } catch let error as PageDecodingError {
            throw error.sourceError(url: content.url)
        }
    }

    /// Reads one body, unpacked and whole.
    ///
    /// An item without a usable ID is set aside, and the page goes on. Reading stops at the first element too many, so
    /// that a small answer which unpacks into millions of them costs no more than a page does.
    ///
    /// - Throws: `PageDecodingError` if the body is not JSON, holds no array where the items should be, or one with too
    ///   many elements, or with some of which none has a usable ID; `CancellationError`.
    package func decode(_ body: [UInt8]) throws -> DecodedPage {
        let selection = try select(in: body)
        guard let rows = selection.rows else {
            throw try PageDecodingError.noItems(at: itemsPath, in: document(body))
        }
        var page = PageCollector(capacity: rows.count)
        for (row, range) in rows.enumerated() {
            if row % Self.cancellationStride == 0 { try Task.checkCancellation() }
            page.add(item(row, at: range, in: body, selection))
        }
        if let first = page.firstRejection, page.rejectedCount == rows.count {
            throw PageDecodingError.noIDs(first: first, count: rows.count)
        }
        let extras = (0..<extraCount).map { number in
            selection.value(number).map { JSONScalar(bytes: body[$0]) }
        }
        return DecodedPage(
            body: body, items: page.items, rejectedCount: page.rejectedCount, extras: extras)
    }

    /// Reads every element of the array that `items` leads to, those without a usable ID included.
    ///
    /// - Throws: `PageDecodingError` if the body is not JSON, holds no array there, or one of too many elements;
    ///   `CancellationError`.
    package func decodeElements(_ body: [UInt8]) throws -> [DecodedItem] {
        let selection = try select(in: body)
        guard let rows = selection.rows else {
            throw try PageDecodingError.noItems(at: itemsPath, in: document(body))
        }
        return rows.enumerated().map { row, range in item(row, at: range, in: body, selection) }
    }

    private func select(in body: [UInt8]) throws -> JSONSelection {
        do throws(JSONSyntaxError) {
            return try selector.select(in: body) { row in
                row < maxItems && (row % Self.cancellationStride > 0 || !Task.isCancelled)
            }
        } catch {
            guard error.reason == .abandoned else { throw PageDecodingError.syntax(error) }
            try Task.checkCancellation()
            throw PageDecodingError.tooManyItems(limit: maxItems)
        }
    }

    private func document(_ body: [UInt8]) throws(PageDecodingError) -> JSONDocument {
        do { return try JSONDocument(body) } catch { throw .syntax(error) }
    }

    // MARK: Items

    private func item(_ row: Int, at range: Range<Int>, in body: [UInt8], _ selection: JSONSelection) -> DecodedItem {
        func cell(_ column: Int?) -> ArraySlice<UInt8>? {
            column.flatMap { selection.cell(row: row, column: $0) }.map { body[$0] }
        }
        let (version, versionText) = version(in: cell(versionColumn))
        return DecodedItem(
            payload: range,
            identity: identity(in: cell(Self.idColumn), of: body[range]),
            versionText: versionText,
            version: version,
            isTombstone: cell(deletedColumn).map(DeletionMark.isSet) ?? false)
    }

    private func identity(in cell: ArraySlice<UInt8>?, of item: ArraySlice<UInt8>) -> ItemIdentity {
        guard item.first == UInt8(ascii: "{") else {
            return .rejected(.notAnObject(found: JSONScalar(bytes: item).kindName))
        }
        guard let cell else { return .rejected(.missingID(path: idName)) }
        switch cell.first ?? 0 {
        case UInt8(ascii: "\""): return identity(inString: cell)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return identity(inNumber: cell)
        default: return .rejected(.unusableID(path: idName, found: JSONScalar(bytes: cell).kindName))
        }
    }

    private func identity(inString cell: ArraySlice<UInt8>) -> ItemIdentity {
        let text = JSONText(quoted: cell)
        if text.utf8.isEmpty { return .rejected(.emptyID(path: idName)) }
        if text.utf8.count > ItemRejection.maximumIDLength {
            return .rejected(.longID(path: idName, length: text.utf8.count))
        }
        if text.hasUnpairedSurrogate || text.utf8.contains(0) { return .rejected(.unencodableID(path: idName)) }
        return .id(text.string)
    }

    private func identity(inNumber cell: ArraySlice<UInt8>) -> ItemIdentity {
        if cell.count > ItemRejection.maximumIDLength {
            return .rejected(.longID(path: idName, length: cell.count))
        }
        let text = String(decoding: cell, as: UTF8.self)
        guard cell.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            return .rejected(.fractionalID(path: idName, text: String(text.prefix(40))))
        }
        return .id(text == "-0" ? "0" : text)
    }

    private func version(in cell: ArraySlice<UInt8>?) -> (ItemVersion, String?) {
        guard let cell else { return (.none, nil) }
        switch cell.first {
        case UInt8(ascii: "\""):
            let text = JSONText(quoted: cell)
            let version = ItemVersion(text: text.utf8[...])
            return (version, version == .none ? nil : text.string)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return (.none, nil)
        default:
            let version = ItemVersion(text: cell)
            return (version, version == .none ? nil : String(decoding: cell, as: UTF8.self))
        }
    }
}

/// The items of a page as they are read, with only the first of those that are set aside.
private struct PageCollector {
    private(set) var items: [DecodedItem] = []
    private(set) var rejectedCount = 0
    private(set) var firstRejection: ItemRejection?

    init(capacity: Int) {
        items.reserveCapacity(capacity)
    }

    mutating func add(_ item: DecodedItem) {
        if case .rejected(let reason) = item.identity {
            firstRejection = firstRejection ?? reason
            rejectedCount += 1
            if rejectedCount > DecodedPage.mostRejections { return }
        }
        items.append(item)
    }
}

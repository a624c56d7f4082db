extension FeedScreen {
    /// Reads a feed from its JSON document:
    ///
    /// ```json
    /// {"run": 4, "sections": [{"id": "…", "type": "…", "title": "…", "layout": "…", "collection": null, "rows": [
    ///   {"kind": "content", "index": 0, "id": "1", "version": "…", "payload": {}},
    ///   {"kind": "ad", "slot": 0, "ad": "ad-17", "payload": {}}]}]}
    /// ```
    ///
    /// Unknown members are ignored; of repeated ones the last counts. Payloads lose the white space between their
    /// tokens and nothing else, so an indented document is still the same feed. The place of a row is
    /// that in its array.
    package init(document: [UInt8]) throws(FeedDocumentError) {
        let document = try JSONDocument(document, orThrow: FeedDocumentError.syntax)
        let root = try FeedDocumentObject(document, at: document.root, path: "")
        var sections: [FeedSection] = []
        for (index, range) in try root.array("sections").enumerated() {
            sections.append(try FeedSection(root.element(index, of: "sections", at: range)))
        }
        self.init(run: try root.integer("run"), sections: sections)
    }
}

extension FeedSection {
    fileprivate init(_ object: FeedDocumentObject) throws(FeedDocumentError) {
        let collection = try object.text("collection")
        let section = Section(
            id: try object.requiredText("id"), type: try object.text("type") ?? "",
            title: try object.text("title") ?? "", layout: try object.text("layout") ?? "",
            content: collection.map { .collection($0) } ?? .inline([]),
            payload: (try? object.payload("payload")) ?? "{}")
        var rows: [FeedRow] = []
        var contentCount = 0
        for (index, range) in try object.array("rows").enumerated() {
            let row = try object.element(index, of: "rows", at: range)
            rows.append(try FeedRow(row, contentIndex: contentCount, slot: index - contentCount))
            if case .content = rows[index] { contentCount += 1 }
        }
        self.init(section: section, rowCount: rows.count, firstRow: 0, rows: rows)
    }
}

extension FeedRow {
    /// `contentIndex` and `slot` are used where it does not give its own.
    fileprivate init(_ object: FeedDocumentObject, contentIndex: Int, slot: Int) throws(FeedDocumentError) {
        switch try object.requiredText("kind") {
        case "content":
            self = .content(
                index: try object.integer("index").flatMap(Int.init(exactly:)) ?? contentIndex,
                id: ItemID(try object.requiredText("id")), version: try object.text("version"),
                payload: try object.payload("payload"))
        case "ad":
            // A document has no serials, and its rows are not tapped.
            self = .ad(
                slot: try object.integer("slot").flatMap(Int.init(exactly:)) ?? slot, serial: 0,
                id: ItemID(try object.requiredText("ad")), payload: try object.payload("payload"))
        case let kind: throw object.unexpected("kind", found: "“\(kind)”", expected: "“content” or “ad”")
        }
    }
}

/// Why bytes are not a feed as a JSON document. The caller adds the file's name.
package enum FeedDocumentError: ReportableError, Hashable, Sendable {
    case syntax(JSONSyntaxError)
    /// Something is missing at `path`, such as `sections[0].rows[3].id`.
    case missing(path: String)
    /// The value at `path` is of the wrong kind. An empty path is the whole document.
    case unexpected(path: String, found: String, expected: String)

    package var report: ErrorReport {
        switch self {
        case .syntax(let error): ErrorReport(.badData, "feed_document_syntax", error.description)
        case .missing(let path):
            ErrorReport(.badData, "feed_document_missing", "not a feed: “\(path)” is missing")
        case .unexpected(let path, let found, let expected):
            ErrorReport(
                .badData, "feed_document_unexpected",
                "not a feed: \(path.isEmpty ? "the document" : "“\(path)”") is \(found), not \(expected)")
        }
    }
}

package enum ComposedRow: Equatable, Sendable {
    /// The content item at `index` of the section's content.
    case content(index: Int, key: String, version: String?, payload: String)
    /// The ad in slot `slot`. Its serial distinguishes it from the same ad in another slot; it is 0 for a row that was
    /// read from a document.
    case ad(slot: Int, serial: Int64, id: String, payload: String)

    package var id: String {
        switch self {
        case .content(_, let key, _, _): key
        case .ad(_, _, let id, _): id
        }
    }

    /// Its bytes as the server sent them.
    package var payload: String {
        switch self {
        case .content(_, _, _, let payload), .ad(_, _, _, let payload): payload
        }
    }
}

package struct ComposedSection: Equatable, Sendable {
    package let section: Section
    package let rowCount: Int
    package let firstRow: Int
    /// The rows from there on.
    package let rows: [ComposedRow]

    package init(section: Section, rowCount: Int, firstRow: Int, rows: [ComposedRow]) {
        self.section = section
        self.rowCount = rowCount
        self.firstRow = firstRow
        self.rows = rows
    }
}

/// The feed as it is shown: sections in the server's order, each with its rows.
package struct ComposedFeed: Equatable, Sendable {
    /// The last run, which may have been under way; nil before the first.
    package let run: Int64?
    /// In the server's order.
    package let sections: [ComposedSection]

    package init(run: Int64?, sections: [ComposedSection]) {
        self.run = run
        self.sections = sections
    }
}

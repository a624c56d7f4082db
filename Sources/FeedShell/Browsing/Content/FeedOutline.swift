import FeedModel

/// The lines of the whole feed, without reading a row: each section is a header, its rows and a blank line.
///
/// Rows are counted over all sections, from 0: the row’s index. Lines are counted from the first header, from 0. Every
/// question costs O(log sections).
struct FeedOutline: Equatable, Sendable {
    enum Line: Equatable {
        case header(Int)
        case row(RowPosition)
        case blank
    }

    struct Part: Equatable, Sendable {
        let section: Section
        let rowCount: Int
        let line: Int
        let index: Int
    }

    let parts: [Part]
    let rowCount: Int
    let lineCount: Int

    init(_ sections: [(section: Section, rowCount: Int)] = []) {
        var (parts, line, index): ([Part], Int, Int) = ([], 0, 0)
        for (section, count) in sections {
            parts.append(Part(section: section, rowCount: count, line: line, index: index))
            line += count + 2
            index += count
        }
        self.parts = parts
        rowCount = index
        // Nothing follows the last section.
        lineCount = max(0, line - 1)
    }

    func position(of index: Int) -> RowPosition? {
        guard index >= 0, index < rowCount else { return nil }
        let section = last { $0.index <= index }
        return RowPosition(section: section, row: index - parts[section].index)
    }

    func index(of position: RowPosition) -> Int { parts[position.section].index + position.row }

    /// The line of a row, by its index; 0 where there is none.
    func line(of index: Int) -> Int {
        position(of: index).map { parts[$0.section].line + 1 + $0.row } ?? 0
    }

    /// What a line is; blank after the last.
    func line(at line: Int) -> Line {
        guard line >= 0, line < lineCount else { return .blank }
        let section = last { $0.line <= line }
        let part = parts[section]
        if line == part.line { return .header(section) }
        let row = line - part.line - 1
        return row < part.rowCount ? .row(RowPosition(section: section, row: row)) : .blank
    }

    /// The index of the row on a line, else of the next one below, else of the last one.
    func index(atOrBelow line: Int) -> Int {
        guard lineCount > 0 else { return 0 }
        let part = parts[last { $0.line <= max(0, line) }]
        return min(part.index + min(max(0, line - part.line - 1), part.rowCount), max(0, rowCount - 1))
    }

    func rows(on lines: Range<Int>) -> [(section: Int, rows: Range<Int>)] {
        guard lineCount > 0, !lines.isEmpty else { return [] }
        var found: [(section: Int, rows: Range<Int>)] = []
        for section in last(where: { $0.line <= max(0, lines.lowerBound) })..<parts.count {
            let part = parts[section]
            guard part.line < lines.upperBound else { break }
            let first = min(max(0, lines.lowerBound - part.line - 1), part.rowCount)
            let end = min(max(first, lines.upperBound - part.line - 1), part.rowCount)
            if first < end { found.append((section, first..<end)) }
        }
        return found
    }

    func section(_ id: String) -> Int? {
        parts.firstIndex { ExactText($0.section.id) == ExactText(id) }
    }

    /// The last part for which `isBefore` holds; it holds for the first.
    private func last(where isBefore: (Part) -> Bool) -> Int {
        var (low, high) = (0, parts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isBefore(parts[middle]) { low = middle } else { high = middle }
        }
        return low
    }
}

import FeedModel
import TerminalKit

// The modes, each drawn from the same definition.
extension Listing {
    /// - Parameter width: cells of the window, nil where nothing has to fit.
    func write(as mode: OutputMode, to sink: inout BufferedOutput, width: Int?, style: Style) throws {
        switch mode {
        case .auto: try writeFitting(to: &sink, width: width, style: style)
        case .table: try writeTable(to: &sink, width: width, style: style)
        case .vertical: try writeBlocks(to: &sink, width: width, style: style)
        case .box: try writeFramed(FramedTable(.box, columns: framedColumns, width: width, style: style), to: &sink)
        case .markdown:
            try writeFramed(FramedTable(.markdown, columns: framedColumns, width: nil, style: style), to: &sink)
        case .json: try writeDocument(to: &sink)
        // Only “status” has metrics, and writes them itself.
        case .ndjson, .prometheus: try writeLines(to: &sink)
        case .csv: try writeRecords { try sink.writeRecord($0) }
        case .tsv: try writeRecords { try sink.writeTabbed($0) }
        }
    }

    private func writeTable(to sink: inout BufferedOutput, width: Int?, style: Style) throws {
        var table = TableStream(columns: columns, width: width, style: style, hasHeader: hasHeader)
        try forEach { element in
            for line in table.add(cells(element)) { try sink.write(line + "\n") }
        }
        for line in table.end() { try sink.write(line + "\n") }
    }

    /// A table, or blocks where a column would find no room in it.
    private func writeFitting(to sink: inout BufferedOutput, width: Int?, style: Style) throws {
        guard let width else { return try writeTable(to: &sink, width: nil, style: style) }
        var table = TableStream(columns: columns, width: width, style: style, hasHeader: hasHeader)
        var ruler = TableRuler(columns: columns, width: width, hasHeader: hasHeader)
        // What is not drawn yet.
        var held: [Element]? = []
        var number = 0
        try forEach { element in
            number += 1
            guard held != nil || table.isDrawn else { return try writeBlock(element, number, to: &sink, width, style) }
            let row = cells(element)
            for line in table.add(row) { try sink.write(line + "\n") }
            guard !table.isDrawn else { return held = nil }
            ruler.add(row)
            held?.append(element)
            guard ruler.isTooWide else { return }
            for (index, element) in (held ?? []).enumerated() {
                try writeBlock(element, index + 1, to: &sink, width, style)
            }
            held = nil
        }
        guard held != nil || table.isDrawn else { return }
        for line in table.end() { try sink.write(line + "\n") }
    }

    /// A record of a table as a block: what the table shows of it, and whole.
    private func writeBlock(
        _ element: Element, _ number: Int, to sink: inout BufferedOutput, _ width: Int, _ style: Style
    ) throws {
        let titles = columns.map(\.title)
        let block =
            titles == fields.names
            ? VerticalRecord(fields.members(of: element))
            : VerticalRecord(fields: zip(titles, cells(element)).map { .init(name: $0, value: $1) })
        try sink.write(style.dim("-[ RECORD \(number) ]-") + "\n")
        for line in block.lines(width: width, style: style) { try sink.write(line + "\n") }
    }

    private func writeBlocks(to sink: inout BufferedOutput, width: Int?, style: Style) throws {
        var number = 0
        try forEach { element in
            number += 1
            try sink.write(style.dim("-[ RECORD \(number) ]-") + "\n")
            for line in VerticalRecord(fields.members(of: element)).lines(width: width, style: style) {
                try sink.write(line + "\n")
            }
        }
    }

    private func writeDocument(to sink: inout BufferedOutput) throws {
        if let document {
            var records: [JSONValue] = []
            try forEach { records.append(jsonFields.object(of: $0)) }
            try sink.write(document(records))
            return try sink.write("\n")
        }
        var isFirst = true
        try sink.write("[")
        try forEach { element in
            try sink.write(isFirst ? "" : ",")
            try sink.write(jsonFields.object(of: element))
            isFirst = false
        }
        try sink.write("]\n")
    }

    private var jsonFields: Fields<Element> { json ?? fields }

    private func writeLines(to sink: inout BufferedOutput) throws {
        try forEach { element in
            try sink.write(jsonFields.object(of: element))
            try sink.write("\n")
        }
    }

    private func writeRecords(_ write: ([String]) throws -> Void) throws {
        try write(fields.names)
        try forEach { try write(fields.members(of: $0).map(\.1.cell)) }
    }

    /// The columns of the table, or the fields where the table is drawn in another way.
    private var framedColumns: [Table.Column] {
        columns.isEmpty ? fields.names.map { .text($0, isFlexible: true) } : columns
    }

    private func writeFramed(_ table: FramedTable, to sink: inout BufferedOutput) throws {
        var table = table
        try forEach { element in
            let row = columns.isEmpty ? fields.members(of: element).map(\.1.cell) : cells(element)
            for line in table.add(row) { try sink.write(line + "\n") }
        }
        for line in table.end() { try sink.write(line + "\n") }
    }
}

extension VerticalRecord {
    /// The members of a record; what is JSON inside is laid out.
    init(_ members: [(String, JSONValue)]) {
        self.init(fields: members.map { Field(name: $0.0, value: $0.1.block) })
    }
}

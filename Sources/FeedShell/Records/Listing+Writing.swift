import FeedModel
import TerminalKit

// The modes, each drawn from the same definition.
extension Listing {
    /// - Parameters:
    ///   - width: cells of the window, nil where nothing has to fit.
    ///   - style: emphasis, for people.
    func write(as mode: OutputMode, to sink: inout BufferedOutput, width: Int?, style: Style) throws {
        switch mode {
        case .table: try writeTable(to: &sink, width: width, style: style)
        case .vertical: try writeBlocks(to: &sink, width: width, style: style)
        case .json: try writeDocument(to: &sink)
        // Only “status” has metrics, and writes them itself.
        case .ndjson, .prometheus: try writeLines(to: &sink)
        case .csv: try writeCSV(to: &sink)
        }
    }

    private func writeTable(to sink: inout BufferedOutput, width: Int?, style: Style) throws {
        var table = TableStream(columns: columns, width: width, style: style, hasHeader: hasHeader)
        try forEach { element in
            for line in table.add(cells(element)) { try sink.write(line + "\n") }
        }
        for line in table.end() { try sink.write(line + "\n") }
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
            try forEach { records.append(fields.object(of: $0)) }
            try sink.write(document(.array(records)))
            return try sink.write("\n")
        }
        var isFirst = true
        try sink.write("[")
        try forEach { element in
            try sink.write(isFirst ? "" : ",")
            try sink.write(fields.object(of: element))
            isFirst = false
        }
        try sink.write("]\n")
    }

    private func writeLines(to sink: inout BufferedOutput) throws {
        try forEach { element in
            try sink.write(fields.object(of: element))
            try sink.write("\n")
        }
    }

    private func writeCSV(to sink: inout BufferedOutput) throws {
        try sink.writeRecord(fields.names)
        try forEach { element in
            try sink.writeRecord(fields.members(of: element).map(\.1.cell))
        }
    }
}

extension VerticalRecord {
    /// The members of a record; what is JSON inside is laid out.
    init(_ members: [(String, JSONValue)]) {
        self.init(fields: members.map { Field(name: $0.0, value: $0.1.block) })
    }
}

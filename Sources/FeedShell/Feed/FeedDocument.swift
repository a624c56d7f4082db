import FeedCache
import FeedModel
import TerminalKit

/// The document of `feed --json`, streamed: a section of a million rows needs no more memory than one of ten.
struct FeedDocument {
    let offset: Int
    /// Nil: all rows.
    let limit: Int?
    /// Remembers what is written; nil outside of a session.
    let printed: PrintedRows?

    func write(_ sections: [Section], of snapshot: FeedSnapshot, to output: Output) throws {
        var sink = BufferedOutput(output)
        try sink.write("{\"run\":")
        try sink.write(.number(try snapshot.lastRun()))
        try sink.write(",\"sections\":[")
        for (index, section) in sections.enumerated() {
            try sink.write(index == 0 ? "{" : ",{")
            for (name, value) in section.jsonMembers {
                try sink.write(.string(name))
                try sink.write(":")
                try sink.write(value)
                try sink.write(",")
            }
            try sink.write("\"rows\":[")
            try writeRows(of: section, of: snapshot, to: &sink)
            try sink.write("]}")
        }
        try sink.write("]}\n")
        try sink.flush()
    }

    private func writeRows(of section: Section, of snapshot: FeedSnapshot, to sink: inout BufferedOutput) throws {
        try snapshot.forEachRow(of: section, from: offset, limit: limit) { position, row in
            printed?.add(row, at: position, of: section.id)
            if position > offset { try sink.write(",") }
            try sink.write(row.json(row: position))
        }
    }
}

extension FeedSnapshot {
    /// Rows that are read at a time.
    private static var window: Int { 512 }

    /// Rows of a section and their numbers, from `offset` on; memory does not grow with their number.
    ///
    /// - Parameter limit: nil for all rows.
    func forEachRow(
        of section: Section, from offset: Int, limit: Int?, _ body: (Int, FeedRow) throws -> Void
    ) throws {
        let all = try self.rows(of: section)
        var position = offset
        let end = limit.map { offset > .max - $0 ? .max : offset + $0 } ?? Int.max
        while position < end {
            let size = min(Self.window, end - position)
            let rows = try all.window(offset: position, limit: size).rows
            for row in rows {
                try body(position, row)
                position += 1
            }
            if rows.count < size { return }
        }
    }
}

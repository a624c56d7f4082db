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

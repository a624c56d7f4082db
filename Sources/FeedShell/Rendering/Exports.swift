import FeedCache

/// Collects small pieces, so that a long export is few writes and little memory.
struct BufferedOutput {
    private static let capacity = 1 << 16

    private let output: Output
    /// A terminal obeys what a file just holds.
    private let isTerminal: Bool
    private var bytes: [UInt8] = []

    init(_ output: Output) {
        self.output = output
        isTerminal = output.isTerminal
        bytes.reserveCapacity(2 * Self.capacity)
    }

    mutating func write(_ text: String) throws {
        bytes += text.utf8
        try flushIfFull()
    }

    mutating func write(_ document: JSONValue) throws {
        if isTerminal { bytes += Defusing.json(document.bytes) } else { document.append(to: &bytes) }
        try flushIfFull()
    }

    /// A record of CSV, with its end.
    mutating func writeRecord(_ values: [String]) throws {
        try write(CSVExport.line(isTerminal ? values.map(Defusing.field) : values))
    }

    mutating func flush() throws {
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func flushIfFull() throws {
        if bytes.count >= Self.capacity { try flush() }
    }
}

/// A line an item.
enum NDJSONExport {
    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = PlacedItem.fields(of: list.name)
        try list.forEach { position, item in
            try sink.write(fields.object(of: PlacedItem(position: position, item: item)))
            try sink.write("\n")
        }
    }
}

/// One array.
enum JSONExport {
    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = PlacedItem.fields(of: list.name)
        try sink.write("[")
        try list.forEach { position, item in
            try sink.write(position == 0 ? "" : ",")
            try sink.write(fields.object(of: PlacedItem(position: position, item: item)))
        }
        try sink.write("]\n")
    }
}

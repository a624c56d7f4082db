/// Collects small pieces, so that a long export is few writes and little memory.
package struct BufferedOutput {
    private static let capacity = 1 << 16

    private let output: Output
    /// A terminal obeys what a file just holds.
    private let isTerminal: Bool
    private var bytes: [UInt8] = []

    package init(_ output: Output) {
        self.output = output
        isTerminal = output.isTerminal
        bytes.reserveCapacity(2 * Self.capacity)
    }

    package mutating func write(_ text: String) throws {
        bytes += text.utf8
        try flushIfFull()
    }

    /// Writes a JSON document, which a terminal must not obey.
    package mutating func write(json document: [UInt8]) throws {
        bytes += isTerminal ? TerminalSanitizer.json(document) : document
        try flushIfFull()
    }

    package mutating func writeRecord(_ values: [String]) throws {
        try write(CSVRecord.line(isTerminal ? values.map(TerminalSanitizer.field) : values))
    }

    /// A record of tab-separated values, with its end.
    package mutating func writeTabbed(_ values: [String]) throws {
        try write(TSVRecord.line(isTerminal ? values.map(TerminalSanitizer.field) : values))
    }

    package mutating func flush() throws {
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func flushIfFull() throws {
        if bytes.count >= Self.capacity { try flush() }
    }
}

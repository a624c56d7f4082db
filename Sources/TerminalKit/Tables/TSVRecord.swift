/// Records of tab-separated values. A tab, line break or backslash in a field is written as PostgreSQL's COPY writes it:
/// `\t`, `\n`, `\r`, `\\`. What a spreadsheet would take for a formula gets an apostrophe before it.
package enum TSVRecord {
    /// A line, with its end.
    package static func line(_ values: [String]) -> String {
        values.map(field).joined(separator: "\t") + "\n"
    }

    private static let escapes: [Unicode.Scalar: String] = ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]

    private static func field(_ value: String) -> String {
        let value = CSVRecord.withoutFormula(value)
        let needsEscapes = value.utf8.contains { [9, 10, 13, 92].contains($0) }
        return needsEscapes ? value.respelled { escapes[$0] } : value
    }
}

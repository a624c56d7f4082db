/// Records of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it.
package enum CSVRecord {
    /// A line, with its end.
    package static func line(_ values: [String]) -> String {
        // A blank line would be no line to many readers.
        values == [""] ? "\"\"\r\n" : values.map(field).joined(separator: ",") + "\r\n"
    }

    /// The value, with an apostrophe before it where a spreadsheet would take it for a formula.
    static func withoutFormula(_ value: String) -> String { isFormula(value) ? "'" + value : value }

    private static func field(_ value: String) -> String {
        let value = withoutFormula(value)
        let needsQuotes = value.utf8.contains { [34, 44, 10, 13].contains($0) }
        return needsQuotes ? "\"\(value.respelled { $0 == "\"" ? "\"\"" : nil })\"" : value
    }

    /// What spreadsheets take for a formula begins with one of these (OWASP, "CSV Injection"): a sign, also of full
    /// width, as Japanese input methods write it, or a blank that some of them pass over.
    private static let openings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// Numbers may begin with a sign.
    private static func isFormula(_ value: String) -> Bool {
        guard let first = value.unicodeScalars.first, openings.contains(first) else { return false }
        return Double(value) == nil
    }
}

/// Records of tab-separated values. A tab, line break or backslash in a field is written as PostgreSQL's COPY writes it:
/// `\t`, `\n`, `\r`, `\\`. What a spreadsheet would take for a formula gets an apostrophe before it.
package enum TSVRecord {
    /// A line, with its end.
    package static func line(_ values: [String]) -> String { values.map(field).joined(separator: "\t") + "\n" }

    private static let escapes: [Unicode.Scalar: String] = ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]

    private static func field(_ value: String) -> String {
        let value = CSVRecord.withoutFormula(value)
        let needsEscapes = value.utf8.contains { [9, 10, 13, 92].contains($0) }
        return needsEscapes ? value.respelled { escapes[$0] } : value
    }
}

/// Records of tab-separated values. A tab, line break or backslash in a field is written as PostgreSQL's COPY writes it:
/// `\t`, `\n`, `\r`, `\\`. What a spreadsheet would take for a formula gets an apostrophe before it.
package enum TSVRecord {
    /// A line, with its end.
    package static func line(_ values: [String]) -> String {
        values.map(field).joined(separator: "\t") + "\n"
    }

    private static func field(_ value: String) -> String {
        let value = CSVRecord.withoutFormula(value)
        guard value.utf8.contains(where: { [9, 10, 13, 92].contains($0) }) else { return value }
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
            case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
            case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

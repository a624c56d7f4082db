/// Reads CSV as RFC 4180 describes it: what the tests believe a spreadsheet does.
public enum CSVReader {
    /// The fields of each line (RFC 4180).
    public static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                field.append("\"")
                scalars.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                record.append(String(field))
                field = .init()
            case "\r" where !isQuoted && scalars.first == "\n":
                scalars.removeFirst()
                records.append(record + [String(field)])
                (record, field) = ([], .init())
            default: field.append(scalar)
            }
        }
        return records
    }
}

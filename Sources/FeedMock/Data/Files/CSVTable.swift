import FeedModel

/// A CSV text (RFC 4180) whose first record has the names of the fields.
struct CSVTable {
    private let records: [[String]]

    /// Line ends are CRLF, LF or CR; a quote that does not end is one up to the end.
    init(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var records: [[String]] = []
        var (record, field, isQuoted, wasQuoted) = ([String](), [UInt8](), false, false)
        func endField() {
            record.append(String(decoding: field, as: UTF8.self))
            (field, wasQuoted) = ([], false)
        }
        func endRecord() {
            if record.isEmpty, field.isEmpty, !wasQuoted { return }
            endField()
            records.append(record)
            record = []
        }
        var rest = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && rest.first == byte:
                field.append(byte)
                rest = rest.dropFirst()
            case UInt8(ascii: "\"") where isQuoted || field.isEmpty:
                isQuoted.toggle()
                wasQuoted = true
            case _ where isQuoted: field.append(byte)
            case UInt8(ascii: ","): endField()
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endRecord()
            default: field.append(byte)
            }
        }
        endRecord()
        self.records = records
    }

    /// An array with an object for each record after the first. Fields that are JSON numbers, true or false are that, others
    /// are texts; a field that is missing is none.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            for record in records.dropFirst() {
                writer.object { writer in
                    for (name, field) in zip(records[0], record) {
                        writer.key(name)
                        switch (try? JSONDocument(Array(field.utf8))).map({ $0.scalar(at: $0.root) }) {
                        case .number(let text) where text == field: writer.verbatim(field.utf8)
                        case .bool(let flag): writer.bool(flag)
                        default: writer.string(field)
                        }
                    }
                }
            }
        }
        return writer.bytes
    }
}

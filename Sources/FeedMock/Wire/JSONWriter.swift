/// Writes JSON text (RFC 8259) straight into bytes, fields in the order they are given.
///
/// No tree is built: a page of a thousand items is one array of bytes growing.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func object(_ fields: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), fields)
    }

    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    mutating func value(_ text: String) {
        separate()
        quote(text)
        needsComma = true
    }

    mutating func value(_ number: some BinaryInteger) {
        plain(String(number))
    }

    mutating func value(_ flag: Bool) {
        plain(flag ? "true" : "false")
    }

    mutating func null() {
        plain("null")
    }

    mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func nested(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func plain(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
                bytes.append(contentsOf: digits.utf8)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

// MARK: - Fields

extension JSONWriter {
    mutating func field(_ name: String, _ text: String) {
        key(name)
        value(text)
    }

    mutating func field(_ name: String, _ number: some BinaryInteger) {
        key(name)
        value(number)
    }

    mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    mutating func field(_ name: String, _ texts: [String]) {
        key(name)
        array { writer in
            for text in texts {
                writer.value(text)
            }
        }
    }

    mutating func field(_ name: String, _ id: ItemID) {
        switch id {
        case .number(let number): field(name, number)
        case .text(let text): field(name, text)
        }
    }
}

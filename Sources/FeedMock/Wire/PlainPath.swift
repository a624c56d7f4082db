import Foundation

/// A request's path as names of files or lists.
enum PlainPath {
    /// The path's components, decoded; nil when one of them is not a plain name.
    static func components(_ path: String) -> [String]? {
        let decoded = path.split(separator: "/").map { $0.removingPercentEncoding }
        let names = decoded.compactMap { $0.flatMap { isPlain($0) ? $0 : nil } }
        return names.isEmpty || names.count != decoded.count ? nil : names
    }

    /// No way up, no hidden file, no separator that was smuggled in by an encoding.
    static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !isHidden(name)
            && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0 == "\0" }
    }

    /// Whether a file of this name is hidden: its first byte is a dot, whatever follows.
    static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

    /// Whether the path of a file is below that of a folder, byte by byte.
    static func isPath(_ file: String, below folder: String) -> Bool {
        file.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// A name as a component of a path (RFC 3986, section 3.3).
    static func encoded(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

import FeedModel

/// The alphabet of URLs: what may be where, percent-encoding, dot segments (RFC 3986 §2, §3.3, §3.4, §5.2.4).
package enum URLText {
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }

    static func isPathCharacter(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@/".utf8.contains(byte)
    }

    static func isQueryCharacter(_ byte: UInt8) -> Bool {
        isPathCharacter(byte) || byte == UInt8(ascii: "?")
    }

    /// Encodes a name or value of a query so that it arrives as it is: everything but letters, digits and `-._~`.
    static func encodingComponent(_ text: String) -> String {
        encoding(text[...], keepsEscapes: false, keeping: isUnreserved)
    }

    /// Encodes a text so that it is part of a path as it is; only slashes keep their meaning.
    static func encodingPath(_ text: String) -> String {
        encoding(text[...], keepsEscapes: false, keeping: isPathCharacter)
    }

    /// - Parameter keepsEscapes: whether escapes that are valid already stay.
    static func encoding(_ text: Substring, keepsEscapes: Bool = true, keeping isKept: (UInt8) -> Bool) -> String {
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isKept(byte) || keepsEscapes && escaped(bytes[index...]) != nil {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The name of a `name=value` part of a query, decoded as forms are: `+` is a space.
    package static func parameterName(of part: String) -> String {
        let name = part.prefix { $0 != "=" }.map { $0 == "+" ? " " : $0 }
        return String(decoding: decoding(String(name)[...]), as: UTF8.self)
    }

    /// Resolves percent-encoding; what is no valid escape stays as it is.
    package static func decoding(_ text: Substring) -> [UInt8] {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let byte = escaped(bytes[index...]) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    static func trimming<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        let rest = bytes.drop(while: isSpace)
        return rest[..<(rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex)]
    }

    /// Resolves `.` and `..` in an absolute path; what would lead above the root stays at the root.
    static func removingDotSegments(from path: String) -> String {
        // The search for the two takes longer than all else that makes the URL of a page.
        guard path.utf8.contains(UInt8(ascii: ".")), path.contains("/.") else { return path }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    /// The byte that a percent sign and two hexadecimal digits stand for; nil where the bytes do not begin so.
    private static func escaped(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        let start = bytes.startIndex
        guard bytes.count > 2, bytes[start] == UInt8(ascii: "%"), let high = bytes[start + 1].hexadecimalDigit,
            let low = bytes[start + 2].hexadecimalDigit
        else { return nil }
        return high << 4 | low
    }
}

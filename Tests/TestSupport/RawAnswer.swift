/// An HTTP/1.1 answer taken apart at its empty line.
package struct RawAnswer: Sendable {
    /// Nil where there is no status line.
    package let status: Int?
    /// By their names in lower case; those of repeated ones are joined with a comma.
    package let headers: [String: String]
    /// What follows the empty line.
    package let body: [UInt8]

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// Takes all that came on a connection.
    package init(_ bytes: [UInt8]) {
        let separator = Array("\r\n\r\n".utf8)
        let end = bytes.indices.first { bytes[$0...].starts(with: separator) }
        let head = String(decoding: bytes[..<(end ?? 0)], as: UTF8.self).split(separator: "\r\n")
        status = head.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        let fields = head.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }.filter { $0.count == 2 }
        headers = Dictionary(fields.map { ($0[0].lowercased(), $0[1].trimmingPrefix(" ")) }) { $0 + ", " + $1 }
            .mapValues(String.init)
        body = end.map { Array(bytes[($0 + separator.count)...]) } ?? []
    }
}

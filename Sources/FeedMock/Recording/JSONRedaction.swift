import FeedModel

/// Takes values out of JSON texts, wherever they are.
struct JSONRedaction {
    private let endings: [[String]]

    /// - Parameter paths: names joined by dots, the last of which is that of the value
    init(_ paths: [String]) {
        endings = paths.map { $0.split(separator: ".").map(String.init) }.filter { !$0.isEmpty }
    }

    /// The text with each such value replaced: a text by `redacted`, another value by null. What is no JSON stays.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        guard let document = try? JSONDocument(bytes) else { return bytes }
        var result: [UInt8] = []
        var position = 0
        // Depth first, in the order of the text.
        var pending: [(range: Range<Int>, path: [String])] = [(document.root, [])]
        while let (range, path) = pending.popLast() {
            if endings.contains(where: { path.suffix($0.count).elementsEqual($0) }) {
                result += bytes[position..<range.lowerBound]
                if case .string = document.scalar(at: range) {
                    result += "\"redacted\"".utf8
                } else {
                    result += "null".utf8
                }
                position = range.upperBound
                continue
            }
            let inside =
                document.members(of: range).map { ($0.value, path + [$0.key]) }
                + document.elements(of: range).map { ($0, path) }
            pending += inside.reversed()
        }
        return result + bytes[position...]
    }
}

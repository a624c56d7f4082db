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
        return document.replacingValues { range, path in
            guard endings.contains(where: { path.suffix($0.count).elementsEqual($0) }) else { return nil }
            if case .string = document.scalar(at: range) { return Array("\"redacted\"".utf8) }
            return Array("null".utf8)
        }
    }
}

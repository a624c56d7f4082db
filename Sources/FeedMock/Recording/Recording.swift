import FeedModel

/// What a real API answered at one time.
package struct Recording: Sendable {
    package struct List: Sendable {
        package let name: String
        /// The member that is an item's ID.
        package let idField: String
        package let items: [[UInt8]]

        package init(name: String, idField: String, items: [[UInt8]]) {
            (self.name, self.idField, self.items) = (name, idField, items)
        }
    }

    /// Scheme, host and port of the real server.
    package var origin: String
    /// The base URL's path, without a slash at the end.
    package var basePath: String
    package var exchanges: [RecordedExchange]
    /// The lists that can be cut into other pages: those whose items have their ID in one member.
    package var lists: [List]
    /// Names of parameters that each request has and no exchange: keys.
    package var ownParameters: [String]

    package init(
        origin: String, basePath: String, exchanges: [RecordedExchange] = [], lists: [List] = [],
        ownParameters: [String] = []
    ) {
        self.ownParameters = ownParameters
        self.origin = origin
        self.basePath = String(basePath.reversed().drop { $0 == "/" }.reversed())
        self.exchanges = exchanges
        self.lists = lists
    }

    /// The recording without the values at `paths`, each of which is the end of a path in any answer: `email`, or
    /// `author.email`.
    package func redacted(_ paths: [String]) -> Recording {
        guard !paths.isEmpty else { return self }
        return mappingBodies(JSONRedaction(paths).applied)
    }

    /// The recording with other bodies of answers, and items of lists.
    func mappingBodies(_ change: ([UInt8]) -> [UInt8]) -> Recording {
        var recording = self
        for index in exchanges.indices { recording.exchanges[index].body = change(exchanges[index].body) }
        recording.lists = lists.map { List(name: $0.name, idField: $0.idField, items: $0.items.map(change)) }
        return recording
    }
}

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

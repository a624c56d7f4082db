/// A run of the model `Tests/Models/walks.pml`: what happens to a server and to a cache, and the list that the cache has
/// after each sync.
///
/// ```
/// list 3 tags             the server has 1, 2, 3, and ETags
/// sync |1 -2 +4@0 |2      a sync: before page 1 is read 2 goes, and 4 comes at place 0; then page 2 is read
/// = 4 1 3                 what the cache has now
/// ```
struct WalkTrace: Sendable {
    enum Change: Equatable, Sendable {
        case insert(String, at: Int)
        case delete(String)
        case move(String, to: Int)
    }

    /// A request, and what happens before it is answered.
    struct Request: Equatable, Sendable {
        let page: Int
        var changes: [Change] = []
        /// Whether it is answered with an error.
        var fails = false
        /// Whether its 304 describes the cache's rows no more, so that it is sent again without a condition.
        var isRepeated = false
    }

    struct Sync: Equatable, Sendable {
        /// Whether an interrupted walk is not continued, since too much time has passed.
        let beginsAnew: Bool
        var requests: [Request]
        /// The cache's list afterwards.
        var list: [String] = []
    }

    var count = 0
    var hasTags = false
    var reportsTotal = false
    var syncs: [Sync] = []

    /// All traces of a text; nil where a line is none of a trace.
    static func all(in text: String) -> [WalkTrace]? {
        var traces: [WalkTrace] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "list":
                guard words.count > 1, let count = Int(words[1]) else { return nil }
                traces.append(
                    WalkTrace(count: count, hasTags: words.contains("tags"), reportsTotal: words.contains("total")))
            case "sync", "anew", "resume":
                guard !traces.isEmpty, let requests = requests(words.dropFirst()) else { return nil }
                traces[traces.count - 1].syncs.append(Sync(beginsAnew: words[0] == "anew", requests: requests))
            case "=":
                guard let last = traces.last?.syncs.indices.last else { return nil }
                traces[traces.count - 1].syncs[last].list = Array(words.dropFirst())
            default: return nil
            }
        }
        return traces
    }

    private static func requests(_ words: ArraySlice<String>) -> [Request]? {
        var requests: [Request] = []
        for word in words {
            let parts = word.dropFirst().split(separator: "@").map(String.init)
            if word.hasPrefix("|"), let page = Int(word.dropFirst()) {
                requests.append(Request(page: page))
                continue
            }
            guard let last = requests.indices.last, let item = parts.first else { return nil }
            switch (word.first, parts.dropFirst().first.flatMap(Int.init)) {
            case ("+", let place?): requests[last].changes.append(.insert(item, at: place))
            case (">", let place?): requests[last].changes.append(.move(item, to: place))
            case ("-", nil): requests[last].changes.append(.delete(item))
            case ("f", nil) where word == "fails": requests[last].fails = true
            case ("a", nil) where word == "again": requests[last].isRepeated = true
            default: return nil
            }
        }
        return requests
    }
}

extension WalkTrace.Change {
    func apply(to list: inout ServerList) {
        switch self {
        case .insert(let id, let place): list.items.insert(ServerItem(id, version: nil), at: place)
        case .delete(let id): list.items.removeAll { $0.id == id }
        case .move(let id, let place):
            guard let index = list.items.firstIndex(where: { $0.id == id }) else { return }
            list.items.insert(list.items.remove(at: index), at: place)
        }
    }
}

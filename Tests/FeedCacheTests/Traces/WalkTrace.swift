/// A run of the model `Tests/Models/walks.pml`: what happens to a server and to a cache, and the list that the cache has
/// after each sync.
///
/// ```
/// list 3 tags             the server has 1, 2, 3, and ETags
/// sync |1 -1 +4@0 |2      a sync: before page 1 is read what is at place 1 goes, and 4 comes at place 0; then page 2 is read
/// = 4 1 3                 what the cache has now
/// ```
///
/// Other words are those of `Change`. A list with versions begins with `delta` and the overlap; `|d1` is the first page of a
/// delta, and `4.2` item 4 in version 2.
struct WalkTrace: Sendable {
    enum Change: Equatable, Sendable {
        /// `+4@0`; with `isTie`, `+4@0=`, its version is the last one once more.
        case insert(String, at: Int, isTie: Bool)
        /// `-1`: what is at place 1.
        case delete(at: Int, isTie: Bool)
        /// `*4`: item 4 is edited.
        case edit(String, isTie: Bool)
        /// `>2@0`: what is at place 2.
        case move(from: Int, to: Int)
        /// `~1`: what is at place 1 loses its ID, or has it again.
        case rename(at: Int)
        /// `^1`: the total counts one too many.
        case excess(Int)
        /// `blank` and `shown`: the list seems to be empty, or no more.
        case blank(Bool)
    }

    /// A request, and what happens before it is answered.
    struct Request: Equatable, Sendable {
        let page: Int
        /// Whether it asks for what has changed.
        let isDelta: Bool
        var changes: [Change] = []
        /// What it is answered with instead.
        var fault: ServerFault?
        /// Whether its 304 describes the cache's rows no more, so that it is sent again without a condition.
        var isRepeated = false
    }

    struct Sync: Equatable, Sendable {
        /// Whether an interrupted walk is not continued, since too much time has passed.
        let beginsAnew: Bool
        /// How many days have passed.
        let days: Int64
        /// Whether what is missing is gone, as the user says.
        let allowsShrink: Bool
        var requests: [Request]
        /// The cache's list afterwards.
        var list: [String] = []
    }

    var count = 0
    var hasTags = false
    var reportsTotal = false
    /// Of a list with versions that is kept by deltas.
    var overlap: Int?
    var syncs: [Sync] = []

    /// All traces of a text; nil where a line is none of a trace.
    static func all(in text: String) -> [WalkTrace]? {
        var traces: [WalkTrace] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "list":
                guard words.count > 1, let count = Int(words[1]) else { return nil }
                let overlap = words.last.flatMap { $0.hasPrefix("delta") ? Int($0.dropFirst(5)) : nil }
                traces.append(
                    WalkTrace(
                        count: count, hasTags: words.contains("tags"), reportsTotal: words.contains("total"),
                        overlap: overlap))
            case "sync", "anew", "resume":
                let head = words.prefix { !$0.hasPrefix("|") }
                guard !traces.isEmpty, let requests = requests(words.dropFirst(head.count)) else { return nil }
                // A whole walk of a list that is kept by deltas is due after a week.
                traces[traces.count - 1].syncs.append(
                    Sync(
                        beginsAnew: words[0] == "anew", days: head.contains("due") ? 7 : head.contains("day") ? 1 : 0,
                        allowsShrink: head.contains("allow"), requests: requests))
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
            if word.hasPrefix("|"), let page = Int(word.drop { !$0.isNumber }) {
                requests.append(Request(page: page, isDelta: word.hasPrefix("|d")))
                continue
            }
            guard let last = requests.indices.last else { return nil }
            switch word {
            case "fails": requests[last].fault = .status(403)
            case "gone": requests[last].fault = .status(410)
            case "again": requests[last].isRepeated = true
            default:
                guard let change = Change(word) else { return nil }
                requests[last].changes.append(change)
            }
        }
        return requests
    }
}

extension WalkTrace.Change {
    fileprivate init?(_ word: String) {
        let isTie = word.hasSuffix("=")
        let parts = word.drop { !$0.isNumber }.prefix { $0 != "=" }.split(separator: "@").map(String.init)
        let numbers = parts.compactMap(Int.init)
        switch (word.first, numbers.count) {
        case ("b", 0) where word == "blank": self = .blank(true)
        case ("s", 0) where word == "shown": self = .blank(false)
        case ("+", 2): self = .insert(parts[0], at: numbers[1], isTie: isTie)
        case ("-", 1): self = .delete(at: numbers[0], isTie: isTie)
        case ("*", 1): self = .edit(parts[0], isTie: isTie)
        case (">", 2): self = .move(from: numbers[0], to: numbers[1])
        case ("~", 1): self = .rename(at: numbers[0])
        case ("^", 1): self = .excess(numbers[0])
        default: return nil
        }
    }
}

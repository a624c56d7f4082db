/// A shared cache in front of the scripted server. It keeps each page for its lifetime, whatever a request asks of it.
struct EdgeCache: Sendable {
    /// In seconds.
    let lifetime: Int64
    /// Whether its answers say how old they are, and for how long they may be kept.
    let isMarked: Bool
    private var kept: [String: (answer: ServerList.Answer, at: Int64)] = [:]

    init(lifetime: Int64, isMarked: Bool) {
        self.lifetime = lifetime
        self.isMarked = isMarked
    }

    /// - Parameter fresh: what the server has at that address, kept where nothing else is.
    mutating func answer(
        to query: String, tag: String?, at now: Int64, or fresh: ServerList.Answer
    )
        -> ServerList.Answer
    {
        var entry = (answer: fresh, at: now)
        if let old = kept[query], (0..<lifetime).contains(now - old.at) { entry = old }
        kept[query] = entry
        var answer = entry.answer
        if isMarked { answer.headers += [("Age", "\(now - entry.at)"), ("Cache-Control", "max-age=\(lifetime)")] }
        if let tag, answer.headers.contains(where: { $0 == ("ETag", tag) }) { (answer.status, answer.body) = (304, "") }
        return answer
    }
}

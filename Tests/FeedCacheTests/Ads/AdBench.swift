import FeedCache
import Testing

/// A section `top` over a scripted list, with ads, and a screen that is opened anew for each look, as by another process.
struct AdBench {
    static let height = 3
    let bench: Workbench
    private let lookingTime: SectionScroll.LookingTime

    init(
        _ ids: [String], policy: String = #"{"every":3}"#, manifest: String = "",
        lookingTime: SectionScroll.LookingTime = .passing
    ) throws {
        self.lookingTime = lookingTime
        let list = ServerList(style: .none, items: ids.map { ServerItem($0) })
        bench = try Workbench(
            list: list, sections: Self.config(["top": policy]),
            collections: "[ads]\npath = \"ads\"\n" + manifest + Workbench.collection("list", list))
    }

    /// A section config: sections by ID, each over the list, with its policy.
    static func config(_ policies: KeyValuePairs<String, String>) -> String {
        let sections = policies.map { id, policy in
            #"{"id":"\#(id)","sectionType":"list","sectionTitle":"\#(id)","collection":"list","ads":\#(policy)}"#
        }
        return #"{"sections":[\#(sections.joined(separator: ","))]}"#
    }

    func fill(_ ads: [String?]) {
        bench.server.edit { $0.ads = ads.map { $0.map { #"{"id":"\#($0)","title":"ad"}"# } } }
    }

    /// Moves the screen in a new process, and stays.
    @discardableResult
    func scroll(
        _ rows: Int, section: String = "top", dwell: Duration = .seconds(1)
    ) async throws -> FeedViewport.Update {
        try bench.reopen()
        let scroll = try bench.cache.scroll(section: section, lookingTime: lookingTime)
        _ = try await scroll.move(by: rows, height: Self.height)
        return try await scroll.stay(for: dwell)
    }

    /// What the section shows: IDs of items, and ads in brackets.
    func rows(_ section: String = "top") throws -> [String] {
        try bench.cache.read { snapshot in
            try snapshot.rows(of: snapshot.section(section)).window(offset: 0, limit: .max).rows.map { row in
                if case .ad = row { "[\(row.id)]" } else { row.id.text }
            }
        }
    }

    var asked: Int { bench.asked("ads").count }

    /// The events, as `KIND ID`.
    func events(outgoing: Bool) throws -> [String] {
        var events: [String] = []
        let query = try bench.cache.query(
            """
            SELECT kind || ' ' || coalesce(ad, item) FROM event WHERE is_outgoing = \(outgoing ? 1 : 0) ORDER BY id
            """)
        while let row = try query.next() {
            if case .text(let text)? = row.first { events.append(text) }
        }
        return events
    }
}

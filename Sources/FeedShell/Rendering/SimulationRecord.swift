import FeedCache
import FeedLab

/// The state after a step, as `simulate --json` writes it.
struct SimulationRecord: Sendable {
    private let members: [String: String]

    init(_ state: SimulationState) throws {
        let document = try JSONDocument(state.json)
        let members = document.members(of: document.root).map { member in
            (member.key, String(decoding: document.slice(member.value), as: UTF8.self))
        }
        self.members = Dictionary(members) { $1 }
    }

    /// In order of their names.
    static let fields = Fields(
        [
            "content_at", "held", "impressions", "in_flight", "log", "plan", "requests", "retry_at", "row_of", "rows",
        ].map { name in
            Field<SimulationRecord>(name) { record in record.members[name].map(JSONValue.verbatim) ?? .null }
        })
}

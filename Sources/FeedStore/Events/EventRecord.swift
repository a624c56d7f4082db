package import FeedModel
import GRDB

package struct EventRecord: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// It is counted here and not sent.
        case local
        case pending
        case delivered(Instant)
        /// The server would not take it, for that reason.
        case refused(String)
    }

    /// Greater than that of any event before it in this database.
    package let id: Int64
    /// By which the server counts it once, however often it is sent: random, 32 hexadecimal digits.
    package let key: String
    package let event: FeedEvent
    package let state: State
}

extension EventRecord {
    static let columns = "id, key, kind, section, item, ad, serial, row, at, is_outgoing, delivered, refusal"

    init(row: StoredRow) throws {
        id = try row["id"]
        key = try row["key"]
        event = try FeedEvent(
            kind: row["kind"] == FeedEvent.Kind.tap.rawValue ? .tap : .impression, section: row["section"],
            target: FeedEvent.Target(item: row["item"], ad: row["ad"], serial: row["serial"]),
            row: row["row"], at: Instant(millisecondsSince1970: row["at"]))
        if try row["is_outgoing"] == false {
            state = .local
        } else if let refusal = try row["refusal"] as String? {
            state = .refused(refusal)
        } else {
            state = try row.instant("delivered").map(State.delivered) ?? .pending
        }
    }
}

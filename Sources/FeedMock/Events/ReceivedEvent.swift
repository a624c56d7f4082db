/// An impression or a tap, as it was delivered the first time.
public struct ReceivedEvent: Codable, Equatable, Sendable {
    /// What happened.
    public enum Kind: String, Codable, Sendable {
        case impression
        case tap
    }

    /// What tells a repeated delivery from a new event.
    public let key: String
    /// What happened.
    public let type: Kind
    /// The section it happened in.
    public let section: String?
    /// The item it happened to, if it was content.
    public let item: String?
    /// The ad it happened to, if it was one.
    public let ad: String?
    /// The row it was at.
    public let row: Int?
    /// When it happened, as the client says.
    public let at: String?
}

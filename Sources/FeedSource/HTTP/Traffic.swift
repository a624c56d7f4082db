/// How much was asked and answered.
public struct Traffic: Equatable, Sendable {
    /// Requests sent, each try and each redirect counted.
    public var requests = 0
    /// Bytes of answers as they crossed the wire, headers apart.
    public var bytes = 0

    /// No traffic.
    public init() {}
}

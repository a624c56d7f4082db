/// What a server counted: each key once, however often it came.
public struct EventCounts: Equatable, Sendable {
    /// Counts of one section.
    public struct Section: Equatable, Sendable {
        /// Impressions in it.
        public internal(set) var impressions = 0
        /// Taps in it.
        public internal(set) var taps = 0
    }

    /// Events received, repetitions included.
    public internal(set) var received = 0
    /// Different keys among them.
    public internal(set) var counted = 0
    /// Impressions among those.
    public internal(set) var impressions = 0
    /// Taps among those.
    public internal(set) var taps = 0
    /// By section ID; events without one are under "".
    public internal(set) var sections: [String: Section] = [:]

    /// Events that came again.
    public var duplicates: Int { received - counted }

    mutating func count(_ event: ReceivedEvent) {
        counted += 1
        switch event.type {
        case .impression:
            impressions += 1
            sections[event.section ?? "", default: Section()].impressions += 1
        case .tap:
            taps += 1
            sections[event.section ?? "", default: Section()].taps += 1
        }
    }
}

/// Where the new items of a delta go: a list of changes says nothing about their order.
public enum DeltaPlace: String, CaseIterable, Codable, Sendable {
    case head, tail
}

/// What a run did to the pictures and files that items name.
public struct AssetReport: Equatable, Sendable {
    /// URLs whose content was not there, or was another one.
    public package(set) var stored = 0
    /// URLs that were asked for and are as they were.
    public package(set) var unchanged = 0
    /// URLs that could not be had.
    public package(set) var failed = 0
    /// URLs for which there was no room.
    public package(set) var left = 0
    /// Why the last one could not be had, for people; nil where none failed.
    public package(set) var lastFailure: String?

    /// By default none was asked for.
    public init(stored: Int = 0, unchanged: Int = 0, failed: Int = 0, left: Int = 0, lastFailure: String? = nil) {
        (self.stored, self.unchanged, self.failed) = (stored, unchanged, failed)
        (self.left, self.lastFailure) = (left, lastFailure)
    }

    /// Whether nothing was asked for, and nothing left.
    package var isEmpty: Bool { stored + unchanged + failed + left == 0 }

    /// What did not go well, for people.
    package var warning: String? {
        guard failed + left > 0 else { return nil }
        let parts = [
            failed > 0 ? "\(failed.of("URL")) could not be had; of the last, \(lastFailure ?? "")" : nil,
            left > 0 ? "\(left.of("URL")) left for later" : nil,
        ]
        return "pictures: \(parts.compactMap(\.self).joined(separator: "; "))"
    }
}

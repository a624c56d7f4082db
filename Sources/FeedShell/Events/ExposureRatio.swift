import ArgumentParser

/// How often two groups should have been seen beside each other, as it is typed: `1:1`, `3:1`.
struct ExposureRatio: Sendable {
    /// As it was typed.
    let text: String
    /// The share of the first one: above 0 and below 1.
    let share: Double

    static let even = ExposureRatio(text: "1:1", share: 0.5)

    private init(text: String, share: Double) {
        self.text = text
        self.share = share
    }
}

extension ExposureRatio: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Double(String($0)) }
        guard parts.count == 2, let first = parts[0], let second = parts[1],
            (1e-3...1e3).contains(first), (1e-3...1e3).contains(second)
        else { return nil }
        self.init(text: argument, share: first / (first + second))
    }

    var defaultValueDescription: String { text }
}

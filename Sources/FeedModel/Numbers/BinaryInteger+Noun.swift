extension BinaryInteger {
    /// `1 item`, `2 items`. The plural of the noun is made with an s.
    package func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

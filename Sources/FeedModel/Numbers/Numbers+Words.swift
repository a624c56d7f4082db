extension BinaryInteger {
    /// `1 item`, `2 items`. The plural of the noun is made with an s.
    package func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
    /// Without a fraction where it has none.
    package var formattedAsWhole: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}

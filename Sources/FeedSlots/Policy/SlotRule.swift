package enum SlotRule: Hashable, Sendable {
    /// A row of `fixed`, or `first` where there is no `every`.
    case fixed(row: Int)
    case repeating
}

extension SlotRule: RawRepresentable {
    /// `fixed:ROW` or `repeating`, for a column of a table.
    package var rawValue: String {
        switch self {
        case .fixed(let row): "fixed:\(row)"
        case .repeating: "repeating"
        }
    }

    package init?(rawValue: String) {
        if rawValue == "repeating" {
            self = .repeating
        } else if rawValue.hasPrefix("fixed:"), let row = Int(rawValue.dropFirst("fixed:".count)), row >= 0 {
            self = .fixed(row: row)
        } else {
            return nil
        }
    }
}

extension SlotRule: CustomStringConvertible {
    package var description: String {
        switch self {
        case .fixed(let row): "fixed row \(row)"
        case .repeating: "repeating"
        }
    }
}

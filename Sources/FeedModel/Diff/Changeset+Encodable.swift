extension RowPosition: Encodable {
    /// Writes `[section, row]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(section)
        try container.encode(row)
    }
}

extension OffsetPair: Encodable where Offset: Encodable {
    /// Writes `[old, new]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(old)
        try container.encode(new)
    }
}

import FeedSource

/// What an app gives for a key of a manifest.
protocol ManifestParameter {
    /// Nil where the key is left out.
    var manifestValue: ManifestValue? { get }
}

extension [String: ManifestValue] {
    init(parameters: [String: any ManifestParameter]) { self = parameters.compactMapValues { $0.manifestValue } }
}

extension ManifestValue: ManifestParameter { var manifestValue: ManifestValue? { self } }
extension String: ManifestParameter { var manifestValue: ManifestValue? { .string(self) } }
extension Int: ManifestParameter { var manifestValue: ManifestValue? { .integer(self) } }
extension Double: ManifestParameter { var manifestValue: ManifestValue? { .number(self) } }
extension Bool: ManifestParameter { var manifestValue: ManifestValue? { .bool(self) } }

extension Optional: ManifestParameter where Wrapped: ManifestParameter {
    var manifestValue: ManifestValue? { flatMap { $0.manifestValue } }
}

extension Array: ManifestParameter where Element: ManifestParameter {
    var manifestValue: ManifestValue? { isEmpty ? nil : .list(compactMap { $0.manifestValue }) }
}

extension Dictionary: ManifestParameter where Key == String, Value: ManifestParameter {
    var manifestValue: ManifestValue? {
        let table = compactMapValues { $0.manifestValue }
        return table.isEmpty ? nil : .table(table)
    }
}

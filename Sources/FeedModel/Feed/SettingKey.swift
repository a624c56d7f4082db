/// A key of a table that users write: what reads it, help and the reference have it from one list.
package struct SettingKey: Sendable {
    package let name: String
    package let meaning: String
    /// The integers that it takes; nil where it takes something else.
    package let bounds: ClosedRange<Int>?
    /// What counts where the key is missing, as it is written but for quotes; nil for nothing.
    package let standard: String?
    package let isRequired: Bool

    package init(
        _ name: String, _ meaning: String, in bounds: ClosedRange<Int>? = nil, default standard: String? = nil,
        isRequired: Bool = false
    ) {
        (self.name, self.meaning, self.bounds) = (name, meaning, bounds)
        (self.standard, self.isRequired) = (standard, isRequired)
    }

    package static func required(_ name: String, _ meaning: String) -> SettingKey {
        SettingKey(name, meaning, isRequired: true)
    }
}

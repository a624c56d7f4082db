package import FeedModel

/// A policy as it was read, and what of the input was not used.
///
/// Two forms are read, also mixed:
///
///     {"every": 3, "first": 2, "max": 5}
///     {"fixed": [{"section": 0, "position": 1}], "repeating": {"interval": 12}}
///
/// In the second one an interval counts rows, the ad's own included, so `every` is one less. Its positions are rows of
/// the section at hand, which is section 0 of a list of its own; those of other sections are left out.
package struct SlotPolicyReading: Equatable, Sendable {
    package let policy: SlotPolicy
    package let notes: [String]

    package static let keys: [SettingKey] = {
        let (bounds, none) = (0...SlotPolicy.greatest, SlotPolicy.none)
        return [
            SettingKey("fixed", "The rows that are ads, from 0."),
            SettingKey("repeating", "{ interval = 12 }: every twelfth row is an ad."),
            SettingKey("every", "How many items from one slot to the next.", in: 1...SlotPolicy.greatest),
            SettingKey("first", "How many items before the first of them.", in: bounds),
            SettingKey("max", "How many slots a section has.", in: bounds),
            SettingKey("min_gap", "The least number of items between two ads.", in: bounds, default: "\(none.minGap)"),
            SettingKey("trailing", "Whether an ad may be last.", default: "\(none.trailing)"),
            SettingKey(
                "ahead", "How many items before its slot an ad is asked for.", in: bounds, default: "\(none.ahead)"),
            SettingKey("ttl", "For how many seconds an ad is kept unseen.", default: "\(none.ttl.components.seconds)"),
            SettingKey("visible", "What part of a row on screen counts as seen.", default: "\(none.visible)"),
            SettingKey("dwell", "For how many seconds.", default: "\(none.dwell.components.seconds)"),
            SettingKey(
                "insert", "Where an ad may appear: below the screen, or anywhere.", default: none.insertion.rawValue),
        ]
    }()

    /// Reads a JSON object. Unknown keys are no error here, so that a server may say more than this version understands.
    ///
    /// - Parameter base: gives the values of keys that are missing. A key that is null gets the default instead.
    package init(_ json: [UInt8], over base: SlotPolicy = .none) throws(SlotPolicyError) {
        var reader = try SlotPolicyReader(json)
        policy = try reader.policy(over: base)
        notes = reader.notes
    }

    /// Reads JSON objects one over the other, key by key. One that cannot be read counts as none, with a note.
    package init(layers: [[UInt8]]) {
        var (policy, notes) = (SlotPolicy.none, [String]())
        for layer in layers {
            do {
                let reading = try SlotPolicyReading(layer, over: policy)
                policy = reading.policy
                notes += reading.notes
            } catch {
                notes.append("\(error), and is not used")
            }
        }
        (self.policy, self.notes) = (policy, notes)
    }
}

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
    /// Keys that no policy has, in their order.
    package let unknownKeys: [String]
    /// How many fixed positions were left out, because they name a section other than 0.
    package let foreignPositions: Int

    package static let keys = [
        "fixed", "repeating", "every", "first", "max", "min_gap", "trailing", "ahead", "ttl", "visible", "dwell",
        "insert",
    ]

    /// Reads a JSON object.
    ///
    /// - Parameters:
    ///   - json: the bytes of the object, UTF-8.
    ///   - base: gives the values of keys that are missing. A key that is null gets the default instead.
    /// - Throws: `SlotPolicyError`, which names the key. Unknown keys are no error here, so that a server may say more
    ///   than this version understands; a stricter caller checks `unknownKeys`.
    package init(_ json: [UInt8], over base: SlotPolicy = .none) throws(SlotPolicyError) {
        var reader = try SlotPolicyReader(json)
        policy = try reader.policy(over: base)
        unknownKeys = reader.unknownKeys
        foreignPositions = reader.foreignPositions
    }

    /// What was not used, each in a sentence; empty where everything was.
    package var notes: [String] {
        var notes = unknownKeys.map { "“\($0)” is no key of an ad policy, and is not used" }
        if foreignPositions > 0 {
            notes.append("\(foreignPositions) of the fixed positions belong to another section, and are not used")
        }
        return notes
    }
}

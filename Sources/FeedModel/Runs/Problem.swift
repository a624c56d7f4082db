/// Something that was set aside, refused or doubted while syncing, and what was done about it.
package struct Problem: Equatable, Sendable {
    /// The raw values are those of the database and of `problems --json`.
    package enum Kind: String, CaseIterable, Sendable {
        case rejected
        case stale
        case drift
        /// Items that a whole walk did not meet, and that are kept until there is more evidence.
        case absent
        /// The same where they are most of a list.
        case shrink
        case loop
        /// Versions of two kinds in one list; versions or deletion marks that cannot be read.
        case versions
        /// The section config names what is not there.
        case sections
        /// A path of the manifest leads nowhere.
        case manifest
    }

    /// Bytes of `detail` that are kept.
    package static let longestDetail = 16_384

    package let kind: Kind
    /// The item's ID, empty where there is none.
    package let key: String
    package let message: String
    /// The bytes in question, at most `longestDetail`.
    package let detail: String?

    package init(kind: Kind, key: String = "", message: String, detail: String? = nil) {
        (self.kind, self.key, self.message, self.detail) = (kind, key, message, detail)
    }
}

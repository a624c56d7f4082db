import FeedModel
import FeedSource

/// Which field of some items says that one is deleted.
enum DeletionGuess {
    static let names = [
        "deletedat", "isdeleted", "deleted", "datedeleted", "deletedon", "isremoved", "removedat", "removed",
        "tombstone", "istombstone", "trashed", "istrashed",
    ]

    static func guess(in items: ItemFields) -> Guess<DottedPath>? {
        for name in names {
            let field = items.fields.first {
                $0.isOwn && $0.name.plain == name && $0.present.allSatisfy { DeletionMark.isSet(in: $0) != nil }
            }
            guard let field else { continue }
            let marked = field.present.count { DeletionMark.isSet(in: $0) ?? false }
            // A list of what is live does not consist of deleted items.
            if marked == items.count, items.count > 1 { continue }
            return Guess(
                value: field.path,
                evidence: "\(VersionGuess.share(field.present.count, of: items.count)) it, \(marked) of them deleted: "
                    + "\(Sample.texts(field.present)).")
        }
        return nil
    }
}

import FeedModel
import FeedSource

enum VersionGuess {
    /// The likeliest first.
    private static let times = [
        "modifiedgmt", "updatedat", "modifiedat", "lastmodified", "lastmodifiedat", "lastmodifieddatetime",
        "lastupdated", "lastupdatedat", "datemodified", "dateupdated", "datelastupdated", "updatedon", "modifiedon",
        "updateddate", "modifieddate", "updatetime", "modifiedtime", "modified", "updated", "changedat", "changed",
        "lastupdate", "lastchange", "lastchanged", "mtime", "editedat",
    ]
    private static let counters = ["version", "revision", "rev", "seq", "sequence"]

    static func guess(in items: ItemFields) -> Guess<DottedPath>? {
        for name in times + counters {
            let field = items.fields.first { $0.isOwn && $0.name.plain == name && isVersion($0, of: items) }
            guard let field else { continue }
            let versions = versions(of: field)
            let kind = versions.contains { if case .date = $0 { true } else { false } } ? "a time" : "a number"
            return Guess(
                value: field.path,
                evidence: "\(share(versions.count, of: items.count)) it, \(kind): \(Sample.texts(field.present)).")
        }
        return nil
    }

    /// Nine of ten items have one that can be compared. Names of counters are used for releases (1.10) as well, which
    /// sort as other numbers than they are.
    private static func isVersion(_ field: ItemField, of items: ItemFields) -> Bool {
        let versions = versions(of: field)
        if counters.contains(field.name.plain) {
            let areCounters = versions.allSatisfy { if case .integer = $0 { true } else { false } }
            return areCounters && versions.count == items.count
        }
        return !versions.isEmpty && versions.count * 10 >= items.count * 9
    }

    private static func versions(of field: ItemField) -> [ItemVersion] {
        field.present.compactMap(\.versionText).map { ItemVersion(text: $0) }
    }

    static func share(_ part: Int, of whole: Int) -> String {
        if whole == 1 { return part == 1 ? "The only item has" : "The only item does not have" }
        return part == whole ? "All \(whole) items have" : "\(part) of \(whole) items have"
    }
}

import FeedCache

/// One item for people: the facts, its life, and its content.
struct ItemPage {
    let record: ItemRecord
    let collection: String

    /// Names and values of the facts.
    var facts: [(name: String, value: String)] {
        var facts = [("collection", collection), ("id", record.key)]
        if let position = record.position { facts.append(("position", "\(position)")) }
        if let removal = record.removal { facts.append(("removed", Self.sentence(removal))) }
        facts.append(("version", record.version ?? "none"))
        facts.append(("first seen", "\(record.firstSeen), run \(record.firstRun)"))
        facts.append(("updated", "\(record.updated)" + (record.contentRun.map { ", run \($0)" } ?? "")))
        for change in record.history {
            let version = change.version.map { ", was version \($0)" } ?? ""
            facts.append(("run \(change.run)", "\(change.change) at \(change.at)\(version)"))
        }
        return facts
    }

    /// The content, indented, every token as the server sent it.
    var content: [String] {
        guard let payload = record.payload else { return [] }
        return String(decoding: JSONPretty.indented(Array(payload.utf8)[...]), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func sentence(_ removal: Removal) -> String {
        switch removal.reason {
        case .tombstone: "at \(removal.at), run \(removal.run): the server said that it is deleted"
        case .absent: "at \(removal.at), run \(removal.run): a whole walk did not meet it"
        }
    }
}

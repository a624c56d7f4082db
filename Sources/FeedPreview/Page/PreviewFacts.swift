import FeedModel
import FeedStore

/// Times and payloads in the pages of items.
enum PreviewFacts {
    /// How long ago a time was, with the exact one on hover.
    static func ago(_ time: Instant, at now: Instant) -> HTML {
        "<time datetime=\"\("\(time)")\" title=\"\("\(time)")\">\(time.ago(at: now))</time>"
    }

    // MARK: Payloads

    /// Which fields of two payloads differ, each before and after; empty where one is no JSON.
    static func differences(from old: String, to new: String) -> [(field: String, old: String, new: String)] {
        let (before, after) = (fields(of: old), fields(of: new))
        let (had, has) = (Dictionary(before) { $1 }, Dictionary(after) { $1 })
        let names = before.map(\.0) + after.map(\.0).filter { had[$0] == nil }
        return names.compactMap { name in
            let (old, new) = (had[name] ?? "", has[name] ?? "")
            return old == new ? nil : (name, old, new)
        }
    }

    /// The values that have no others in them, by their paths.
    private static func fields(of payload: String) -> [(String, String)] {
        guard let document = try? JSONDocument(Array(payload.utf8)) else { return [] }
        var fields: [(String, String)] = []
        func add(_ range: Range<Int>, _ path: String) {
            let members = document.members(of: range)
            let elements = members.isEmpty ? document.elements(of: range) : []
            for member in members { add(member.value, path.isEmpty ? member.key : "\(path).\(member.key)") }
            for (index, element) in elements.enumerated() { add(element, "\(path)[\(index)]") }
            if members.isEmpty, elements.isEmpty {
                fields.append((path, String(decoding: document.slice(range), as: UTF8.self)))
            }
        }
        add(document.root, "")
        return fields
    }
}

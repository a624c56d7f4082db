import FeedModel
import FeedStore
import Foundation
import LocalServer

/// Times and payloads in the pages of items.
enum PreviewFacts {
    /// How long ago a time was, with the exact one on hover.
    static func ago(_ time: Instant, at now: Instant) -> HTML {
        "<time datetime=\"\("\(time)")\" title=\"\("\(time)")\">\(time.ago(at: now))</time>"
    }

    // MARK: Payloads

    /// A payload, indented; objects and arrays can be folded. What is no JSON is shown as it is.
    static func payload(_ text: String?) -> HTML {
        guard let text, let document = try? JSONDocument(Array(text.utf8)) else {
            return "<pre dir=\"auto\">\(text ?? "")</pre>"
        }
        return "<div class=\"json\">\(value(document, document.root, name: nil, depth: 0))</div>"
    }

    private static func value(_ document: JSONDocument, _ range: Range<Int>, name: String?, depth: Int) -> HTML {
        let label: HTML = name.map { "<b>\($0)</b> " } ?? ""
        let members = document.members(of: range)
        let elements = members.isEmpty ? document.elements(of: range) : []
        // Deeper ones are shown in a line: pages need not nest as far as payloads may.
        guard depth < 40, !members.isEmpty || !elements.isEmpty else {
            return "<p dir=\"auto\">\(label)\(String(decoding: document.slice(range), as: UTF8.self))</p>"
        }
        let parts =
            members.map { value(document, $0.value, name: $0.key, depth: depth + 1) }
            + elements.enumerated().map { value(document, $0.element, name: "\($0.offset)", depth: depth + 1) }
        let count = members.isEmpty ? elements.count.of("element") : members.count.of("member")
        return "<details open><summary>\(label)<small>\(count)</small></summary>\(parts)</details>"
    }

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

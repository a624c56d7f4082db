import FeedModel
import FeedStore
import LocalServer

enum PreviewPages {
    /// What the link shows: it goes on by itself, which a browser takes for a request of the page's own.
    static func goingOn(_ configuration: FeedPreview.Configuration) -> HTML {
        let words = [
            configuration.density == .standard ? nil : "density=\(configuration.density.rawValue)",
            configuration.accent.flatMap { accent in
                FeedPreview.Configuration.isColour(accent) ? "accent=%23\(accent.lowercased())" : nil
            },
        ].compactMap(\.self)
        let address = "./" + (words.isEmpty ? "" : "#" + words.joined(separator: "&"))
        return """
            <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=\(address)">
            <link rel="icon" href="picture/0-1000.svg"><title>feedcache</title>
            <p><a href="\(address)">Go on to the feed.</a></p>

            """
    }

    static func feed(source: String, widths: [Int]) -> HTML {
        let holes = [
            "{{source}}": source, "{{widths}}": widths.map(String.init).joined(separator: ","),
        ]
        return HTML(trusted: holes.reduce(WebFile.page) { $0.replacing($1.key, with: $1.value.escapedForHTML) })
    }

    /// Where an item comes from, and what it was.
    ///
    /// - Parameters:
    ///   - problems: those that name it, the latest first.
    ///   - text: what is looked for in its payload; empty for nothing.
    static func item(
        _ record: ItemRecord, collection: String, problems: [ProblemRecord], finding text: String, now: Instant
    ) -> HTML {
        let ago = { PreviewFacts.ago($0, at: now) }
        let facts: [(name: String, value: HTML?)] = [
            ("Where", record.position.map { "row \("\($0)") of \(collection)" }),
            ("Met", record.met.map { "\(ago($0.at)), on page \("\($0.page)") of run \("\($0.run)")" }),
            ("Older", record.isOlder ? "beyond the edge of what is kept: stored, but not on screen" : nil),
            ("Removed", record.removal.map { "\(ago($0.at)) by run \("\($0.run)"): \($0.sentence)" }),
            ("Not met", record.waiting.map { "since \(ago($0.since)): \($0.message)" }),
            ("Version", record.version.map { "\($0)" }),
            ("Came", "\(ago(record.firstSeen)), with run \("\(record.firstRun)")"),
            ("Content", record.contentRun.map { "\(ago(record.updated)), of run \("\($0)")" }),
        ]
        let noted = problems.map { problem in
            (name: "Noted", value: Optional<HTML>("\(ago(problem.lastSeen)): \(problem.problem.message)"))
        }
        let payloads = record.history.map(\.payload) + [record.payload]
        let changes = record.history.enumerated().map { index, change -> HTML in
            let next = payloads[(index + 1)...].lazy.compactMap(\.self).first
            let fields =
                change.payload.flatMap { old in next.map { PreviewFacts.differences(from: old, to: $0) } } ?? []
            let rows = fields.map { field -> HTML in
                "<tr><td>\(field.field)</td><td dir=\"auto\"><del>\(field.old)</del></td><td dir=\"auto\"><ins>\(field.new)</ins></td></tr>"
            }
            let table: HTML = rows.isEmpty ? "" : "<table>\(rows)</table>"
            let version: HTML = change.version.map { ", was version \($0)" } ?? ""
            return "<li>\(change.change) \(ago(change.at)) by run \("\(change.run)")\(version)\(table)</li>"
        }
        let history: HTML = changes.isEmpty ? "<p>It has not changed since it came.</p>" : "<ul>\(changes)</ul>"
        return page(
            record.key,
            """
            <dl>\((facts + noted).compactMap(entry))</dl><h2>History</h2>\(history)
            <h2>Payload</h2>\(PayloadTree.html(of: record.payload, finding: text))
            """)
    }

    static func ad(
        section: String, row: Int, explanation: String, policy: String, payload: String?, finding text: String
    ) -> HTML {
        let facts = [entry(("Policy", "\(policy)"))].compactMap(\.self)
        return page(
            "Row \(row) of \(section)",
            """
            <p dir="auto">\(explanation)</p><dl>\(facts)</dl>
            <h2>Payload</h2>\(PayloadTree.html(of: payload, finding: text))
            """)
    }

    private static func entry(_ fact: (name: String, value: HTML?)) -> HTML? {
        fact.value.map { "<dt>\(fact.name)</dt><dd dir=\"auto\">\($0)</dd>" }
    }

    private static func page(_ title: String, _ body: HTML) -> HTML {
        """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>\(title)</title>
        <link rel="icon" href="picture/0-1000.svg">
        <link rel="stylesheet" href="preview.css"><body class="facts"><main><h1 dir="auto">\(title)</h1>\(body)</main></body>
        </html>

        """
    }
}

extension Removal {
    /// Why it is gone, and by which evidence.
    fileprivate var sentence: String {
        switch reason {
        case .tombstone: "the server said that it is deleted"
        case .absent: evidence ?? "whole walks did not meet it"
        }
    }
}

import FeedModel
import FeedStore
import LocalServer

enum PreviewPages {
    /// What the link shows: it goes on by itself, which a browser takes for a request of the page's own.
    static let goingOn: HTML = """
        <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=./">
        <link rel="icon" href="picture/0-1000.svg"><title>feedcache</title>
        <p><a href="./">Go on to the feed.</a></p>

        """

    static func feed(source: String, widths: [Int], showsImages: Bool) -> HTML {
        let page = String(decoding: PackageResources.page_html, as: UTF8.self)
        let holes = [
            "{{source}}": source, "{{widths}}": widths.map(String.init).joined(separator: ","),
            "{{images}}": showsImages ? "yes" : "no",
        ]
        return HTML(trusted: holes.reduce(page) { $0.replacing($1.key, with: $1.value.escapedForHTML) })
    }

    static func item(_ record: ItemRecord, collection: String) -> HTML {
        let place = record.position.map { "row \($0) of \(collection)" }
        let removal = record.removal.map { "removed at \($0.at) by run \($0.run): \($0.reason.rawValue)" }
        let facts: [(name: String, value: String?)] = [
            ("Where", place ?? removal), ("Version", record.version), ("First seen", "\(record.firstSeen)"),
            ("Came with run", "\(record.firstRun)"), ("Content of", "\(record.updated)"),
            ("Content of run", record.contentRun.map { "\($0)" }),
        ]
        let changes = record.history.map { change -> HTML in
            let (run, at, version) = ("\(change.run)", "\(change.at)", change.version ?? "")
            return "<tr><td>\(run)</td><td>\(at)</td><td>\(change.change)</td><td>\(version)</td></tr>\n"
        }
        let history: HTML =
            changes.isEmpty
            ? "<p>It has not changed since it came.</p>"
            : """
            <table><thead><tr><th>Run</th><th>At</th><th>What happened</th><th>Version before</th></tr></thead>
            <tbody>\(changes)</tbody></table>
            """
        return page(
            record.key,
            """
            <dl>\(facts.compactMap(entry))</dl><h2>History</h2>\(history)
            <h2>Payload</h2><pre dir="auto">\(record.payload ?? "")</pre>
            """)
    }

    static func ad(section: String, row: Int, explanation: String, policy: String, payload: String?) -> HTML {
        let facts = [entry(("Policy", policy))].compactMap(\.self)
        return page(
            "Row \(row) of \(section)",
            """
            <p dir="auto">\(explanation)</p><dl>\(facts)</dl>
            <h2>Payload</h2><pre dir="auto">\(payload ?? "")</pre>
            """)
    }

    private static func entry(_ fact: (name: String, value: String?)) -> HTML? {
        fact.value.map { "<dt>\(fact.name)</dt><dd dir=\"auto\">\($0)</dd>" }
    }

    private static func page(_ title: String, _ body: HTML) -> HTML {
        """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>\(title)</title>
        <link rel="stylesheet" href="preview.css"><body class="facts"><h1 dir="auto">\(title)</h1>\(body)</body></html>

        """
    }
}

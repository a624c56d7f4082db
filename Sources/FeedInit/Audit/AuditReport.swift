import FeedModel
import FeedShell
import FeedSource

/// What an audit found, as text for people and as JSON.
struct AuditReport: Sendable {
    let audits: [ListAudit]
    /// What `init` writes for the URL that was audited; nil where collections of a manifest were.
    let manifest: String?

    // MARK: JSON

    var json: JSONValue {
        .object([
            ("collections", .array(audits.map(\.json))),
            ("manifest", .text(ending.isEmpty ? nil : ending.map { $0 + "\n" }.joined())),
        ])
    }

    // MARK: Markdown

    /// The lines of a document in Markdown.
    var markdown: [String] {
        var lines: [String] = []
        for audit in audits {
            lines += ["# \(audit.name)", "", audit.summary + "."]
            for finding in audit.findings {
                let defect = finding.defect
                lines += ["", "## \(defect.severity): `\(defect.code)`", "", "- Found: \(Self.escaped(finding.found))"]
                lines += ["- Costs: \(defect.cost)", "- Mends it: \(defect.mend)", "", "```sh"]
                lines += finding.proofs.flatMap { [$0.curl, "# \($0.answer)"] } + ["```"]
                if !finding.lines.isEmpty { lines += ["", "```toml"] + finding.lines + ["```"] }
            }
            lines.append("")
        }
        return manifest == nil ? lines : lines + ["# Manifest", "", "```toml"] + ending + ["```"]
    }

    /// The lines that end the report: the manifest, or what mends the one there is.
    var ending: [String] {
        manifest?.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) ?? mending
    }

    /// What came from a server has no effect on the document.
    private static func escaped(_ text: String) -> String {
        text.map { "\\`*_[]<>#|".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    /// The lines that mend the manifest, by collection.
    var mending: [String] {
        audits.filter { !$0.lines.isEmpty }.flatMap { audit in
            ["# [[collections]], name = \(TOMLText.string(audit.name))"] + audit.lines
        }
    }
}

extension ListAudit {
    /// `2 findings, 1 of them high, in 3 walks of 120 items (17 requests)`
    var summary: String {
        if evidence.failure != nil, evidence.walks.allSatisfy(\.pages.isEmpty) {
            return "the list was not read, \(requests.of("request"))"
        }
        let high = findings.count { $0.defect.severity == .high }
        let isOne = findings.count == 1
        let severe = high == 0 ? "" : isOne ? " (high)" : ", \(high) of them high"
        let count = findings.isEmpty ? "nothing found" : findings.count.of("finding") + severe
        let items = evidence.walks.first?.elementCount ?? 0
        let walked = "\(evidence.walks.first?.end == .cut ? "the first " : "")\(items.of("item"))"
        return "\(count), in \(evidence.walks.count.of("walk")) of \(walked), \(requests.of("request"))"
    }

    fileprivate var json: JSONValue {
        .object([
            ("collection", .string(name)), ("requests", .number(requests)),
            ("walks", .array(evidence.walks.map(\.json))), ("findings", .array(findings.map(\.json))),
            ("error", evidence.failure?.failure.json ?? .null),
        ])
    }
}

extension AuditWalk {
    fileprivate var json: JSONValue {
        .object([("pages", .number(pages.count)), ("items", .number(elementCount)), ("whole", .bool(end == .whole))])
    }
}

extension AuditFinding {
    var json: JSONValue {
        .object([
            ("code", .string(defect.code)), ("severity", .string(defect.severity.rawValue)), ("found", .string(found)),
            ("cost", .string(defect.cost)), ("mend", .string(defect.mend)),
            ("lines", .array(lines.map(JSONValue.string))), ("evidence", .array(proofs.map(\.json))),
        ])
    }
}

extension AuditFinding.Proof {
    fileprivate var json: JSONValue { .object([("request", .string(curl)), ("answer", .string(answer))]) }
}

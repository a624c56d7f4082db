import FeedModel
import FeedSource

/// A defect that the answers show.
struct AuditFinding: Sendable {
    /// A request as a line of a shell, and what it answered.
    struct Proof: Sendable {
        let curl: String
        let answer: String
    }

    let defect: AuditDefect
    /// What was seen, in one line.
    let found: String
    let proofs: [Proof]
    /// Lines of the collection in the manifest that mend it; empty where no line by itself does.
    let lines: [String]

    init(_ defect: AuditDefect, _ found: String, _ proofs: [Proof], lines: [String] = []) {
        (self.defect, self.found, self.proofs, self.lines) = (defect, found, proofs, lines)
    }

    /// The finding without secrets and control characters in what came from the server.
    func hiding(_ hide: (String) -> String) -> AuditFinding {
        func clean(_ text: String) -> String { hide(ServerMessage.harmless(text)) }
        return AuditFinding(
            defect, clean(found), proofs.map { Proof(curl: $0.curl, answer: clean($0.answer)) },
            lines: lines.map(clean))
    }
}

/// What an audit looks for. Each check reads the answers and asks for nothing.
enum AuditChecks {
    typealias Check = @Sendable (AuditEvidence) -> AuditFinding?

    static let all: [Check] = [
        unstableOrder, overlappingPages, endlessList, cappedTotal, endsEarly, nextAfterLast, cappedSize, wrongTotal,
        unsteadyTotal, missingID, mixedElements, repeatedID, mixedIDTypes, otherContent, versionGoesBack, versionStays,
        mixedVersions, deltaRefused, delta, deltaIgnored, deltaWithoutTombstones, validatorStays, etagChanges,
        coarseLastModified, recentLastModified, publicAnswer, missingVary, senselessRetryAfter, noCompression,
        heavyPages,
    ]

    /// The findings, those of high severity first.
    static func findings(in evidence: AuditEvidence) -> [AuditFinding] {
        let found = all.compactMap { $0(evidence) }
        return AuditDefect.Severity.allCases.flatMap { severity in found.filter { $0.defect.severity == severity } }
    }
}

extension AuditExchange {
    func proof(_ said: String) -> AuditFinding.Proof {
        AuditFinding.Proof(curl: curl, answer: "\(status), \(said)")
    }
}

extension AuditPage {
    func proof(_ said: String) -> AuditFinding.Proof { exchange.proof(said) }
}

extension AuditItem {
    var name: String { "“\(Sample.cut(id))”" }

    func proof(_ said: String? = nil) -> AuditFinding.Proof {
        page.proof(said.map { "\(name) \($0)" } ?? "with \(name)")
    }

    var proofOfVersion: AuditFinding.Proof { proof("has version \(Sample.cut(decoded.versionText ?? "none"))") }
}

import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedInit

@Suite("An audit of a list")
struct AuditTests {
    private func audit(_ change: (inout AuditedList) -> Void) async throws -> (audit: ListAudit, requests: [String]) {
        var list = AuditedList()
        change(&list)
        return try await list.audit()
    }

    @Test("finds each seeded defect, and nothing else", arguments: SeededDefect.all)
    func defects(seed: SeededDefect) async throws {
        let audit = try await seed.wrong.audit().audit
        #expect(audit.findings.map(\.defect.code) == [seed.code], "\(audit.findings.map(\.found))")
        for finding in audit.findings {
            #expect(!finding.proofs.isEmpty && finding.proofs.allSatisfy { $0.curl.hasPrefix("curl ") })
        }
    }

    @Test("finds nothing in a list that only looks as if it had the defect", arguments: SeededDefect.all)
    func twins(seed: SeededDefect) async throws {
        let audit = try await seed.sound.audit().audit
        #expect(audit.findings.isEmpty, "\(audit.findings.map { "\($0.defect.code): \($0.found)" })")
        #expect(audit.evidence.failure == nil)
    }

    @Test("is tried on forty defects or more")
    func seeds() {
        #expect(SeededDefect.all.count >= 40)
        #expect(Set(SeededDefect.all.map(\.name)).count == SeededDefect.all.count)
    }

    @Test("asks for a sound list twice, and a third time in other pages where it can say their size")
    func requests() async throws {
        let plain = try await audit { _ in }
        #expect(plain.requests.count == 8 && plain.audit.requests == 8)
        let sized = try await audit {
            $0.paging = #"style = "offset", size_param = "limit", size = 10"#; $0.style = .offset
        }
        #expect(sized.audit.evidence.walks.map { $0.pages.count } == [3, 3, 5])
        #expect(sized.requests.last?.contains("limit=6") == true)
    }

    @Test("reads the beginning of a long list, with no more requests than it may make")
    func long() async throws {
        let (audit, requests) = try await audit {
            $0.count = 100_000
            $0.lines = "delta = { param = \"since\" }\ndeleted = \"gone\""
            // Each page fails once.
            $0.refusal = { $0.request % 2 == 1 ? .init(status: 503) : nil }
        }
        #expect(audit.findings.isEmpty, "\(audit.findings.map(\.found))")
        #expect(requests.count == AuditRecorder.mostRequests && audit.requests == requests.count)
        #expect(audit.evidence.walks.allSatisfy { $0.end == .cut && $0.pages.count <= 60 })
        #expect(audit.summary.contains("the first 600 items"))
    }

    @Test("keeps what it found where the list fails later on")
    func failure() async throws {
        let audit = try await audit {
            $0.ids = { _ in [1, 1] + Array(2..<25) }
            $0.refusal = { $0.start > 0 ? .init(status: 500) : nil }
        }.audit
        #expect(audit.findings.map(\.defect.code) == ["repeated_id"])
        #expect(audit.evidence.failure?.status == 500)
    }

    @Test("says that a list was not read where not even its first page came")
    func unread() async throws {
        let audit = try await audit { $0.refusal = { _ in .init(status: 401) } }.audit
        #expect(audit.summary.hasPrefix("the list was not read, "), "\(audit.summary)")
    }

    @Test("counts all elements of a page without an ID, however many they are")
    func rejected() async throws {
        let audit = try await audit {
            $0.style = .none
            $0.paging = #"style = "none""#
            $0.count = 250
            $0.item = { id, _ in id < 150 ? #"{"v":1}"# : #"{"id":\#(id),"v":1}"# }
        }.audit
        let finding = try #require(audit.findings.first { $0.defect.code == "missing_id" })
        #expect(finding.proofs.first?.answer.contains("150 of 250 elements") == true, "\(finding.proofs)")
    }

    @Test("shows requests with the names of secrets, and never their values")
    func secrets() async throws {
        let audit = try await audit {
            $0.source = """
                headers = { Authorization = "Bearer ${TOKEN}", Accept = "application/json" }
                query = { key = "${TOKEN}", lang = "de" }
                """
            $0.ids = { _ in [1, 1] }
            $0.item = { id, _ in #"{"id":"s3cret-token\#(id)","v":1}"# }
        }.audit
        let finding = try #require(audit.findings.first)
        let proof = try #require(finding.proofs.first)
        #expect(
            proof.curl == #"curl --compressed -H 'Accept: application/json' -H "Authorization: Bearer ${TOKEN}" "#
                + #""http://api.example.com/v1/list?page=1&key=${TOKEN}&lang=de""#)
        #expect(!"\(audit.findings.map { "\($0.found)\($0.proofs)" })".contains("s3cret"))
    }

    @Test("shows the body of a request without what its names call secret")
    func body() async throws {
        let audit = try await audit {
            $0.style = .none
            $0.paging = #"style = "none""#
            $0.lines = #"""
                method = "POST"
                content_type = "application/vnd.api+json"
                body = '{"password": "s3cret", "auth": {"by": "${TOKEN}"}, "who": "${TOKEN}", "text": "x"}'
                """#
            $0.ids = { _ in [1, 1] }
        }.audit
        let curl = try #require(audit.findings.first?.proofs.first?.curl)
        #expect(!curl.contains("s3cret"), "\(curl)")
        #expect(curl.hasPrefix("curl --compressed -X POST http://api.example.com/v1/list -H "), "\(curl)")
        #expect(curl.contains("vnd.api+json") && curl.contains("who") && curl.contains("…"), "\(curl)")
    }

    @Test("believes a total that leaves out what is deleted, though it is a round number")
    func tombstones() async throws {
        let audit = try await audit {
            $0.style = .link
            $0.paging = #"style = "link", total = "total""#
            $0.lines = "deleted = \"gone\""
            $0.count = 105
            $0.members = { _ in ["\"total\":100"] }
            $0.item = { id, _ in #"{"id":\#(id),"v":1,"gone":\#(id < 5)}"# }
        }.audit
        #expect(audit.findings.isEmpty, "\(audit.findings.map(\.found))")
    }

    @Test(
        "says which lines of the manifest mend it",
        arguments: [
            ("a counter that is no content", [#"ignore = ["stats.views"]"#]),
            ("the last cursor is 0", [#"paging.end_cursor = "0""#]),
            ("pages are shorter than was asked for", ["paging.size = 20"]),
            ("a delta cannot say what was deleted", [#"whole_every = "1d""#]),
            ("a page does not fit a slow network", ["paging.size = 166"]), ("a join repeats a row", []),
        ])
    func lines(name: String, lines: [String]) async throws {
        let seed = try #require(SeededDefect.all.first { $0.name == name })
        let audit = try await seed.wrong.audit().audit
        #expect(audit.lines == lines)
        let report = AuditReport(audits: [audit], manifest: nil)
        #expect(report.mending == (lines.isEmpty ? [] : [#"# [[collections]], name = "list""#] + lines))
    }

    @Test("writes Markdown that a server cannot change")
    func markdown() async throws {
        let audit = try await audit {
            $0.ids = { _ in [1, 1] }
            $0.item = { id, _ in #"{"id":"*[x](y)\u001b[31m\n```\n# Head","v":1}"# }
        }.audit
        let lines = AuditReport(audits: [audit], manifest: "[source]\n").markdown
        #expect(lines.contains("## medium: `repeated_id`"))
        #expect(lines.contains { $0.hasPrefix(#"- Found: “\*\[x\](y)"#) }, "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("# Head") || $0.contains("\u{1B}") || $0.contains("\n```\n#") })
        #expect(lines.count { $0.hasPrefix("```") } == 4)
        #expect(lines.suffix(3) == ["```toml", "[source]", "```"])
    }
}

import FeedCache
import FeedModel
import Testing

@testable import FeedShell

@Suite("What watch says is wrong")
struct WatchProblemsTests {
    private func part(
        _ name: CollectionName, _ outcome: CollectionOutcome = .complete, _ code: SyncFailure.Code = .connection,
        _ message: String = "no way"
    ) -> CollectionReport {
        CollectionReport(
            name: name, outcome: outcome,
            failure: outcome.isSuccess ? nil : SyncFailure(code: code, message: message))
    }

    private func news(of report: SyncReport, _ troubles: inout WatchProblems) -> [String] {
        troubles.news(of: report).map(\.line)
    }

    private func run(_ parts: CollectionReport...) -> SyncReport { SyncReport(run: 1, collections: parts) }

    @Test("is nothing where all is well")
    func well() {
        var troubles = WatchProblems()
        #expect(news(of: run(part("a"), part("b", .unchanged)), &troubles) == [])
    }

    @Test("is said once while it lasts, however it is worded, and its end once")
    func once() {
        var troubles = WatchProblems()
        let broken = part("a", .failed, .httpStatus, "HTTP 503")
        #expect(
            news(of: run(broken, part("b")), &troubles) == ["a: HTTP 503; are base_url and path right in the manifest?"]
        )
        #expect(news(of: run(broken, part("b")), &troubles) == [])
        #expect(news(of: run(part("a", .deferred, .httpStatus, "not before noon"), part("b")), &troubles) == [])
        let other = part("b", .failed, .malformed, "nonsense")
        #expect(
            news(of: run(broken, other), &troubles)
                == ["b: nonsense; do the manifest’s paths fit the answer?"])
        #expect(news(of: run(part("a"), other), &troubles) == ["a: well again"])
        #expect(
            news(of: run(part("a", .failed, .tls, "no trust"), other), &troubles)
                == ["a: no trust; is base_url right, and the server’s certificate valid?"])
        #expect(news(of: run(part("a"), part("b")), &troubles) == ["a, b: well again"])
        #expect(news(of: run(part("a"), part("b")), &troubles) == [])
    }

    @Test("is one line when there is no way to the server, and one when there is again")
    func offline() {
        var troubles = WatchProblems()
        let lost = part("b", .failed, .malformed, "nonsense")
        #expect(
            news(of: run(part("a"), lost), &troubles)
                == ["b: nonsense; do the manifest’s paths fit the answer?"])
        let offline = run(part("a", .failed), part("b", .failed))
        #expect(
            news(of: offline, &troubles)
                == ["offline, trying again: a, b: no way; is the server running? sync again later"])
        #expect(news(of: offline, &troubles) == [])
        #expect(news(of: run(part("a", .interrupted, .timeout, "too slow"), part("b", .failed)), &troubles) == [])
        #expect(news(of: run(part("a"), lost), &troubles) == ["back online"])
        #expect(troubles.news(of: offline).count == 1)
        #expect(news(of: run(part("a"), part("b")), &troubles) == ["back online", "b: well again"])
    }

    @Test("says that a list shrank, and when it is believed")
    func shrink() {
        var troubles = WatchProblems()
        let shrunk = run(CollectionReport(name: "a", outcome: .suspiciousShrink))
        #expect(troubles.news(of: shrunk).count == 1)
        #expect(news(of: shrunk, &troubles) == [])
        #expect(news(of: run(part("a")), &troubles) == ["a: well again"])
    }
}

import FeedCache
import FeedModel
import Testing

@testable import FeedShell

@Suite("What a run says went wrong")
struct SyncFailureAdviceTests {
    private func line(_ failure: SyncFailure, pages: Int = 0) throws -> String {
        let outcome: CollectionOutcome = failure.retryAt != nil ? .deferred : pages > 0 ? .interrupted : .failed
        var report = CollectionReport(name: "photos", outcome: outcome, failure: failure)
        report.pages = pages
        let lines = SyncReport(run: 1, collections: [report]).errorLines.map(\.line)
        #expect(lines.count == 1)
        return try #require(lines.first)
    }

    @Test("doubts the address of a list only before the server has answered with a page of it")
    func address() throws {
        let failure = SyncFailure(code: .httpStatus, status: 404, message: "the server answered 404 (not found)")
        #expect(try line(failure).hasSuffix("; are base_url and path right in the manifest?"))
        let later = try line(failure, pages: 6)
        #expect(!later.contains("base_url") && later.contains("sync again later"))
    }

    @Test("names the time of a wait once")
    func wait() throws {
        let until = Instant(seconds: 1_700_000_000)
        let earlier = SyncFailure(
            code: .httpStatus, message: "not asked before \(until): the server answered 429 and asked to wait",
            retryAt: until)
        #expect(try line(earlier) == "photos: \(earlier.message)")
        let fresh = SyncFailure(code: .httpStatus, status: 429, message: "the server answered 429", retryAt: until)
        #expect(try line(fresh) == "photos: the server answered 429; asked to wait until \(until)")
    }

    @Test("adds nothing where the failure has its own advice")
    func ownAdvice() throws {
        let message = "no secure connection: the server does not speak TLS on this port"
        let advice = "should base_url begin with http://?"
        let failure = SyncFailure(code: .tls, message: message, advice: advice)
        #expect(try line(failure) == "photos: \(message); \(advice)")
        let forbidden = "the server answered 403 (forbidden: may this user or token read it?)"
        #expect(try line(SyncFailure(code: .httpStatus, status: 403, message: forbidden)) == "photos: \(forbidden)")
    }
}

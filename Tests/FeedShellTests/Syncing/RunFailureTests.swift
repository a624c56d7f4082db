import FeedCache
import FeedModel
import Testing

@testable import FeedShell

@Suite("What a run says went wrong")
struct RunFailureTests {
    private func complaints(_ collections: CollectionReport..., sections: SyncFailure? = nil) -> [String] {
        SyncReport(
            run: 1,
            sections: sections.map { SectionsReport(outcome: .failed, revision: nil, failure: $0) },
            collections: collections
        ).errorLines.map(\.line)
    }

    @Test("is that it was interrupted, and not that the server is gone, where the user stopped it")
    func interrupted() {
        let stopped = CollectionReport(name: "a", outcome: .failed, failure: .interrupted)
        let half = CollectionReport(name: "b", outcome: .interrupted, pages: 2, failure: .interrupted)
        #expect(
            complaints(stopped, half, sections: .interrupted) == [
                "sections, a: interrupted before it was done; sync again",
                "b: interrupted before it was done; the next sync goes on from here",
            ])
    }

    @Test("is not said with --quiet where no server was reached, be it that none is there or that none answers")
    func quiet() {
        func isUnsaid(_ codes: SyncFailure.Code...) -> Bool {
            let failures = codes.map { SyncFailure(code: $0, message: "m") }
            let report = SyncReport(
                run: 1, collections: failures.map { CollectionReport(name: "a", outcome: .failed, failure: $0) })
            return report.isUnsaidWhenQuiet(FeedModel.ExitStatus(of: report))
        }
        #expect(isUnsaid(.connection) && isUnsaid(.timeout) && isUnsaid(.connection, .timeout))
        #expect(!isUnsaid(.tls) && !isUnsaid(.httpStatus, .timeout) && !isUnsaid(.interrupted))
    }

    @Test("has the exit code of the collections where none could be synced, whatever the section config did")
    func ofCollections() {
        func status(_ sections: CollectionOutcome, _ collections: CollectionReport...) -> FeedModel.ExitStatus {
            let failure = sections == .failed ? SyncFailure(code: .connection, message: "m") : nil
            let report = SectionsReport(outcome: sections, revision: nil, failure: failure)
            return FeedModel.ExitStatus(of: SyncReport(run: 1, sections: report, collections: collections))
        }
        let refused = SyncFailure(code: .httpStatus, status: 401, message: "m")
        let failed = CollectionReport(name: "a", outcome: .failed, failure: refused)
        let waiting = CollectionReport(name: "b", outcome: .deferred)
        let good = CollectionReport(name: "c", outcome: .unchanged)
        for sections in [CollectionOutcome.unchanged, .complete, .failed, .deferred] {
            #expect(status(sections, failed) == .noPermission && status(sections, failed, waiting) == .noPermission)
            #expect(status(sections, waiting) == .comeBackLater)
            #expect(status(sections, failed, good) == .partlyDone)
        }
        #expect(status(.failed, good) == .partlyDone && status(.failed) == .unavailable)
    }

    @Test("names the list of problems only where something was set aside")
    func problems() {
        var report = CollectionReport(
            name: "a", outcome: .failed, failure: SyncFailure(code: .malformed, message: "no page has an ID"))
        #expect(complaints(report) == ["a: no page has an ID; do the manifest’s paths fit the answer?"])
        report.items.rejected = 3
        #expect(
            complaints(report) == ["a: no page has an ID; do the manifest’s paths fit the answer? see “problems”"])
        report.failure = SyncFailure(code: .malformed, message: "it came again", advice: "look at it")
        #expect(complaints(report) == ["a: it came again; look at it; see “problems”"])
    }
}

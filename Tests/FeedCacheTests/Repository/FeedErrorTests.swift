import FeedModel
import FeedSource
import FeedStore
import Testing

@testable import FeedCache

@Suite("The errors of a repository")
struct FeedErrorTests {
    @Test("have a code for every error that a call ends with, and its words")
    func codes() throws {
        let manifest = #expect(throws: ManifestError.self) { try Manifest(toml: "nam = 1", file: "feed.toml") }
        let errors: [(any ReportableError, FeedError.Code)] = [
            (try #require(manifest), .manifest), (AccountError(), .account),
            (VariablesError(cause: Cause()), .variables),
            (UnknownNameError(kind: .item, name: "1"), .unknownName), (SyncBusyError(holder: nil), .busy),
            (SuspendedError(), .suspended),
            (StoreError.foreign(path: "p"), .foreignDatabase),
            (StoreError.newer(path: "p", version: 9), .newerDatabase),
            (StoreError.linked(path: "p"), .unusableDatabase),
            (StoreError.logged(path: "p"), .damagedDatabase),
            (StoreError.damaged(path: "p", reason: "r"), .damagedDatabase),
            (StoreError.cannotCreate(path: "p", reason: "r"), .unusableDatabase),
            (StoreError.cannotAccess(path: "p", reason: "r"), .unusableDatabase),
            (StoreError.busy(path: "p"), .busy), (StoreError.readOnly(path: "p"), .unusableDatabase),
            (StoreError.badQuery(reason: "r"), .expression), (WalkError.superseded, .damagedDatabase),
            (ChangeStreamError.malformedToken, .token), (ChangeStreamError.newerToken(format: 9), .token),
            (ChangeStreamError.otherCache(token: "a", file: "b"), .token),
            (ChangeStreamError.noCache(path: "p"), .unusableDatabase),
        ]
        for (error, code) in errors {
            let wrapped = try #require(FeedError.wrapped(error) as? FeedError, "\(error)")
            #expect(wrapped == FeedError(code: code, message: error.message, advice: error.advice))
            #expect((wrapped.cause is Cause) == (code == .variables))
        }
    }

    private struct Cause: Error {}

    @Test("leave an error of an app’s own code as it is")
    func others() {
        #expect(FeedError.wrapped(Cause()) is Cause)
        #expect(FeedError.wrapped(CancellationError()) is CancellationError)
    }
}

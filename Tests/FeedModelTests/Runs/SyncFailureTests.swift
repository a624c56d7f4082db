import FeedModel
import Testing

@Suite("Why a collection could not be synced")
struct SyncFailureTests {
    @Test("says of each code whether the server was reached")
    func reach() {
        let unreached: Set<SyncFailure.Code> = [.connection, .timeout]
        for code in SyncFailure.Code.allCases {
            let expected: SyncFailure.Reach =
                code == .interrupted ? .interrupted : unreached.contains(code) ? .unreached : .reached
            #expect(SyncFailure(code: code, message: "m").reach == expected, "\(code)")
        }
        #expect(SyncFailure.interrupted.reach == .interrupted)
    }

    @Test("is being offline where there are failures, and none of them reached a server")
    func unreached() {
        func failure(_ code: SyncFailure.Code) -> SyncFailure { SyncFailure(code: code, message: "m") }
        #expect([failure(.connection), failure(.timeout)].areUnreached)
        #expect(![failure(.connection), failure(.httpStatus)].areUnreached)
        #expect(![SyncFailure.interrupted].areUnreached)
        #expect(![SyncFailure]().areUnreached)
    }
}

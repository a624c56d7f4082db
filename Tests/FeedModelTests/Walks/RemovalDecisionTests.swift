import FeedModel
import Testing

@Suite("What a whole walk removes")
struct RemovalDecisionTests {
    private func decide(
        before: Int, absent: Int, twice: Int = 0, drift: Bool = false, driftBefore: Bool = false,
        long: Int = 0, moved: Bool = false, isLong: Bool = false, empty: Bool = false, confirmed: Bool = false,
        allows: Bool = false
    ) -> RemovalDecision {
        RemovalDecision(
            RemovalDecision.Evidence(
                itemsBefore: before, absent: absent, twiceAbsent: twice, longAbsent: long, hasDrift: drift,
                hadDrift: driftBefore,
                hasMoved: moved, isLong: isLong, isEmpty: empty,
                isEmptinessConfirmed: confirmed, allowsShrink: allows))
    }

    @Test("absence from one walk asks for a second one; absence from two removes")
    func absence() {
        #expect(!decide(before: 100, absent: 0).wantsSecondWalk)
        #expect(decide(before: 100, absent: 1).wantsSecondWalk)
        #expect(!decide(before: 100, absent: 1, twice: 1).wantsSecondWalk)
        #expect(decide(before: 100, absent: 1, twice: 1).removesTwiceAbsent)
        #expect(decide(before: 100, absent: 5, twice: 1).wantsSecondWalk)
    }

    @Test("a walk with drift removes nothing, is not followed at once, and counts as the first of two")
    func drift() {
        let decision = decide(before: 100, absent: 5, twice: 5, drift: true)
        #expect(!decision.removesTwiceAbsent && !decision.wantsSecondWalk && decision.isEvidence)
        #expect(!decide(before: 100, absent: 5, drift: true, allows: true).wantsSecondWalk)
    }

    @Test("a walk without drift after one with drift asks for one more before anything is removed")
    func driftBefore() {
        let decision = decide(before: 100, absent: 5, twice: 5, driftBefore: true)
        #expect(!decision.removesTwiceAbsent && decision.wantsSecondWalk)
        #expect(!decide(before: 100, absent: 5, twice: 5, drift: true, driftBefore: true).wantsSecondWalk)
    }

    @Test("two walks that do not agree remove nothing, and another one follows at once")
    func disagreement() {
        let moved = decide(before: 100, absent: 5, twice: 5, moved: true)
        #expect(!moved.removesTwiceAbsent && moved.wantsSecondWalk)
        let missesMore = decide(before: 100, absent: 6, twice: 5)
        #expect(!missesMore.removesTwiceAbsent && missesMore.wantsSecondWalk)
        let agreed = decide(before: 100, absent: 5, twice: 5)
        #expect(agreed.removesTwiceAbsent && !agreed.wantsSecondWalk)
    }

    @Test("a list too long to be read twice need not be the same in two walks")
    func longList() {
        #expect(decide(before: 100_000, absent: 6, twice: 5, moved: true, isLong: true).removesTwiceAbsent)
        #expect(!decide(before: 100_000, absent: 6, twice: 5, driftBefore: true, isLong: true).removesTwiceAbsent)
    }

    @Test("what many walks in a row missed goes although no two agree, but not by a walk with drift")
    func longAbsence() {
        let restless = decide(before: 100, absent: 6, twice: 5, long: 2, moved: true)
        #expect(!restless.removesTwiceAbsent && restless.removesLongAbsent)
        #expect(!decide(before: 100, absent: 6, twice: 5, drift: true, long: 2, moved: true).removesLongAbsent)
        #expect(!decide(before: 100, absent: 6, twice: 5, moved: true).removesLongAbsent)
    }

    @Test("more than half of more than ten items is held back and not followed at once")
    func shrink() {
        #expect(decide(before: 11, absent: 6).isHeldBack)
        #expect(!decide(before: 11, absent: 6).wantsSecondWalk)
        #expect(!decide(before: 12, absent: 6).isHeldBack)
        #expect(!decide(before: 10, absent: 9).isHeldBack)
        #expect(decide(before: 40, absent: 30, drift: true).isHeldBack)
    }

    @Test("the walk of a later sync that agrees, or the user, lets a shrink through")
    func confirmedShrink() {
        #expect(!decide(before: 10, absent: 30, twice: 30).isHeldBack)
        #expect(decide(before: 10, absent: 30, twice: 30).removesTwiceAbsent)
        #expect(decide(before: 40, absent: 30, twice: 9).isHeldBack)
        #expect(!decide(before: 40, absent: 30, twice: 9).removesTwiceAbsent)
        #expect(!decide(before: 40, absent: 30, allows: true).isHeldBack)
        #expect(decide(before: 40, absent: 30, allows: true).wantsSecondWalk)
    }

    @Test("what an earlier walk already missed does not make room for a shrink")
    func earlierAbsences() {
        // 100 items, then 49: 51 are absent. Then 20 of the 49: they are measured by the 49.
        #expect(decide(before: 49, absent: 80, twice: 51).isHeldBack)
        #expect(!decide(before: 49, absent: 71, twice: 51).isHeldBack)
    }

    @Test("a list that comes empty is no evidence until it is confirmed or allowed")
    func emptiness() {
        let unbelieved = decide(before: 3, absent: 3, empty: true)
        #expect(unbelieved.isHeldBack && !unbelieved.isEvidence && !unbelieved.removesTwiceAbsent)
        #expect(!decide(before: 3, absent: 3, twice: 3, empty: true).removesTwiceAbsent)
        #expect(decide(before: 3, absent: 3, empty: true, confirmed: true).wantsSecondWalk)
        #expect(decide(before: 40, absent: 40, empty: true, confirmed: true).isHeldBack)
        #expect(decide(before: 40, absent: 40, empty: true, confirmed: true).isEvidence)
        #expect(decide(before: 40, absent: 40, empty: true, allows: true).wantsSecondWalk)
        #expect(!decide(before: 0, absent: 0, empty: true).isHeldBack)
    }
}

import FeedModel
import Testing

@Suite("What a whole walk removes")
struct SweepTests {
    private func sweep(
        before: Int, absent: Int, twice: Int = 0, drift: Bool = false, allows: Bool = false
    ) -> Sweep {
        Sweep(
            Sweep.Evidence(
                itemsBefore: before, absent: absent, twiceAbsent: twice, hasDrift: drift, allowsShrink: allows))
    }

    @Test("absence from a walk without drift removes")
    func absence() {
        #expect(sweep(before: 100, absent: 0) == .removeAbsent)
        #expect(sweep(before: 100, absent: 1) == .removeAbsent)
        #expect(sweep(before: 100, absent: 50) == .removeAbsent)
    }

    @Test("absence from a walk that drifted removes only what the walk before did not meet either")
    func drift() {
        #expect(sweep(before: 100, absent: 5, drift: true) == .removeTwiceAbsent)
        #expect(sweep(before: 100, absent: 5, twice: 5, drift: true) == .removeTwiceAbsent)
        #expect(sweep(before: 100, absent: 5, drift: true, allows: true) == .removeTwiceAbsent)
    }

    @Test("more than half of more than ten items is held back")
    func shrink() {
        #expect(sweep(before: 11, absent: 6) == .holdBack)
        #expect(sweep(before: 12, absent: 6) == .removeAbsent)
        #expect(sweep(before: 10, absent: 10) == .removeAbsent)
        #expect(sweep(before: 40, absent: 40) == .holdBack)
        #expect(sweep(before: 40, absent: 40, drift: true) == .holdBack)
    }

    @Test("a second walk that agrees, or the user, lets a shrink through")
    func confirmedShrink() {
        #expect(sweep(before: 40, absent: 40, twice: 40) == .removeAbsent)
        #expect(sweep(before: 40, absent: 40, twice: 20) == .removeAbsent)
        #expect(sweep(before: 40, absent: 40, twice: 19) == .holdBack)
        #expect(sweep(before: 40, absent: 40, allows: true) == .removeAbsent)
        #expect(sweep(before: 40, absent: 40, drift: true, allows: true) == .removeTwiceAbsent)
    }
}

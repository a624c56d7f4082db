import FeedModel
package import FeedSlots

/// Many policies in one world: how many ads each would request, show and count.
///
/// Law: the same policies and world give the same results. No result depends on the other policies.
package struct PolicySweep: Sendable {
    package struct Candidate: Hashable, Sendable {
        /// The values that were varied, in the order of the axes.
        package let values: [Int]
        package let policy: SlotPolicy
    }

    package let axes: [SweepAxis]
    /// Every combination; the values of the last axis change first.
    package let candidates: [Candidate]

    static let mostCandidates = 1_000
    /// The most candidates times items: they take a few seconds.
    static let mostWork = 5_000_000

    /// - Parameters:
    ///   - axes: one for each key that is varied.
    ///   - base: gives all other values.
    /// - Throws: `SweepError` where a key is given twice, combinations are too many, a value is out of its range, or no
    ///   policy has a slot.
    package init(_ axes: [SweepAxis], over base: SlotPolicy) throws(SweepError) {
        var keys: Set<SweepAxis.Key> = []
        for axis in axes where !keys.insert(axis.key).inserted { throw .repeated(axis.key) }
        var count = 1
        for axis in axes {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: axis.values.count)
            count = isTooLarge ? .max : product
        }
        guard count <= Self.mostCandidates else { throw .tooMany(count, limit: Self.mostCandidates) }
        var candidates = [Candidate(values: [], policy: base)]
        for axis in axes {
            var next: [Candidate] = []
            for candidate in candidates {
                for value in axis.values {
                    next.append(
                        Candidate(
                            values: candidate.values + [value],
                            policy: try candidate.policy.setting(axis.key, to: value)))
                }
            }
            candidates = next
        }
        guard candidates.contains(where: \.policy.hasSlots) else { throw .noSlots }
        self.axes = axes
        self.candidates = candidates
    }

    /// Simulates the world once for each policy.
    ///
    /// - Throws: `SweepError.tooLarge` where policies times items are too many.
    package func run(in world: SweepWorld) throws(SweepError) -> [SweepResult] {
        guard candidates.count * world.items <= Self.mostWork else {
            throw .tooLarge(policies: candidates.count, items: world.items)
        }
        return candidates.map { candidate in
            var run = SweepRun(policy: candidate.policy, world: world)
            run.scrollToEnd()
            return SweepResult(candidate: candidate, counts: run.counts)
        }
    }
}

extension SlotPolicy {
    fileprivate func setting(_ key: SweepAxis.Key, to value: Int) throws(SweepError) -> SlotPolicy {
        do {
            return try SlotPolicy(
                fixed: fixed, every: key == .every ? value : every, first: key == .first ? value : first,
                max: key == .max ? value : max, minGap: key == .minGap ? value : minGap, trailing: trailing,
                ahead: key == .ahead ? value : ahead, ttl: ttl, visible: visible, dwell: dwell, insertion: insertion)
        } catch {
            throw .policy(error)
        }
    }
}

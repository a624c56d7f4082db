/// The exposures of two groups at one position, and the pairs they make.
///
/// An exposure waits in a line until one of the other group comes to the same position; the two are a pair. Whether an
/// exposure waits, makes a pair or is counted only is decided before its tap is known:
///
/// - Where one of the other group waits, it pairs with the one that waited longest.
/// - It does not wait before the other group was at this position: a partner may never come.
/// - The line has room for one exposure and a quarter of the square root of all. So pairs are near in time, few
///   exposures stay without a partner, and those that wait cost little (see `OddsRatioEvidence`).
struct PositionPairs {
    /// The exposures of each group; above its chance of a tap, but for `OddsRatioEvidence.boundError`.
    private(set) var first: TapRateBound
    private(set) var second: TapRateBound
    private(set) var firstWins = 0
    private(set) var secondWins = 0
    private(set) var waitingGroup = ComparedGroup.first
    /// Whether they were tapped, the longest waiting first.
    private(set) var waiting: [Bool] = []
    private(set) var waitingTaps = 0

    /// - Parameter position: the row, from 0.
    init(position: Int) {
        let evidence = OddsRatioEvidence.boundEvidence(position: position)
        first = TapRateBound(evidence: evidence)
        second = TapRateBound(evidence: evidence)
    }

    subscript(group: ComparedGroup) -> TapRateBound {
        get { group == .first ? first : second }
        set { if group == .first { first = newValue } else { second = newValue } }
    }

    mutating func expose(_ group: ComparedGroup, wasTapped: Bool) {
        if !waiting.isEmpty, waitingGroup != group {
            let partner = waiting.removeFirst()
            if partner { waitingTaps -= 1 }
            if partner != wasTapped {
                if (wasTapped ? group : waitingGroup) == .first { firstWins += 1 } else { secondWins += 1 }
            }
        } else if self[group.other].exposures > 0, waiting.count < room {
            waitingGroup = group
            waiting.append(wasTapped)
            if wasTapped { waitingTaps += 1 }
        }
        self[group].add(wasTapped: wasTapped)
    }

    private var room: Int { 1 + Int(Double(first.exposures + second.exposures).squareRoot() / 4) }
}

import FeedModel

/// How readers of a trial see two groups, and when they tap.
///
/// Both groups are tapped with the chance that is given for each; the model determines where and when they are exposed.
package enum ReaderModel: String, Hashable, Sendable, CaseIterable {
    /// One of the two, by chance, on one of five rows, where each exposure is tapped with the same chance.
    case independent
    /// One of the two on one of five rows; the further up, the more it is tapped, and the more often it is the first
    /// one.
    case position
    /// The first one, and on the same row the second one, if the first one was not tapped: a tap ends the look
    /// (Craswell, Zoeter, Taylor and Ramsey, "An experimental comparison of click position-bias models", WSDM 2008).
    case cascade
    /// As `independent`; who did not tap comes back, to the second one more often, until a tap.
    case returning
    /// As `independent`; who tapped comes back, and taps again nearly each time.
    case habit

    struct Exposure {
        let group: ComparedGroup
        let row: Int
        let wasTapped: Bool
        /// Whether the reader saw the same before in this session.
        var isReturn = false
    }

    /// What one reader sees and taps in a session, in order.
    ///
    /// - Parameter rates: the chance of a tap of each group, 0 to 0.5.
    func session(
        rates: (first: Double, second: Double), using generator: inout some RandomNumberGenerator
    ) -> [Exposure] {
        func expose(
            _ group: ComparedGroup, row: Int, factor: Double, _ generator: inout some RandomNumberGenerator
        )
            -> Exposure
        {
            let rate = group == .first ? rates.first : rates.second
            return Exposure(group: group, row: row, wasTapped: generator.chance(rate * factor))
        }
        let row = Int(generator.next() % 5)
        switch self {
        case .independent:
            return [expose(generator.chance(0.5) ? .first : .second, row: row, factor: 1, &generator)]
        case .position:
            let group: ComparedGroup = generator.chance(0.8 - 0.15 * Double(row)) ? .first : .second
            return [expose(group, row: row, factor: [2, 1.5, 1, 0.7, 0.4][row], &generator)]
        case .cascade:
            let first = expose(.first, row: 0, factor: 1, &generator)
            return first.wasTapped ? [first] : [first, expose(.second, row: 0, factor: 1, &generator)]
        case .returning, .habit:
            let group: ComparedGroup = generator.chance(0.5) ? .first : .second
            var exposures = [expose(group, row: row, factor: 1, &generator)]
            while let last = exposures.last, last.wasTapped == (self == .habit),
                generator.chance(self == .habit ? 0.8 : group == .first ? 0.2 : 0.4)
            {
                var next = expose(group, row: row, factor: 1, &generator)
                if self == .habit { next = Exposure(group: group, row: row, wasTapped: generator.chance(0.9)) }
                next.isReturn = true
                exposures.append(next)
            }
            return exposures
        }
    }
}

extension ListPairing {
    /// Up to how many elements out of step it is cheaper to compare each with all others than to hash the others.
    static let mostStrays = 6

    /// Elements that were inserted, deleted or moved among others that are in step; ascending.
    typealias Strays = (old: [Int], new: [Int])

    /// Pairs lists that are the same but for a few strays, without hashing any element.
    ///
    /// What agrees when the lists are read side by side is paired. Occurrences are then in step, as the law wants it,
    /// unless a stray has the identity of something that agrees. Gives false if so, and if there are more than
    /// `mostStrays`.
    mutating func pairNearMatch<Element, Identity: Hashable>(
        _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, old: [Element], new: [Element],
        identity: (Element) -> Identity
    ) -> Bool {
        guard abs(oldMiddle.count - newMiddle.count) <= Self.mostStrays,
            var strays = pairInStep(oldMiddle, newMiddle, old: old, new: new, identity: identity)
        else { return false }

        let identities = strays.old.map { identity(old[$0]) } + strays.new.map { identity(new[$0]) }
        var passed = 0
        for index in oldMiddle.lowerBound..<old.count {
            if passed < strays.old.count, strays.old[passed] == index {
                passed += 1
            } else if identities.contains(identity(old[index])) {
                return false
            }
        }
        for index in strays.old {
            if let partner = strays.new.firstIndex(where: { identity(new[$0]) == identity(old[index]) }) {
                partners[strays.new.remove(at: partner) - head] = index
            } else {
                unpairedOld.append(index)
            }
        }
        return true
    }

    /// Reads two lists side by side and pairs what agrees; where they differ, the nearest place where they agree again
    /// is searched for. Gives the elements that were skipped, nil if they are too many.
    mutating func pairInStep<Element, Identity: Hashable>(
        _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, old: [Element], new: [Element],
        identity: (Element) -> Identity
    ) -> Strays? {
        partners = Array(repeating: Self.none, count: newMiddle.count)
        var strays: Strays = ([], [])
        var oldRest = oldMiddle
        var newRest = newMiddle
        while let oldIndex = oldRest.first, let newIndex = newRest.first {
            if identity(old[oldIndex]) == identity(new[newIndex]) {
                partners[newIndex - head] = oldIndex
                oldRest.removeFirst()
                newRest.removeFirst()
                continue
            }
            let room = Self.mostStrays - strays.old.count - strays.new.count
            let step = Self.nextStep(old[oldRest.prefix(room + 1)], new[newRest.prefix(room + 1)], identity: identity)
            guard step.old + step.new <= room else { return nil }
            strays.old += oldRest.prefix(step.old)
            strays.new += newRest.prefix(step.new)
            oldRest.removeFirst(step.old)
            newRest.removeFirst(step.new)
        }
        guard strays.old.count + strays.new.count + oldRest.count + newRest.count <= Self.mostStrays else {
            return nil
        }
        strays.old += oldRest
        strays.new += newRest
        return strays
    }

    /// How many elements to skip, from where two lists differ, until they agree again: the fewest of one list,
    /// or one of each where they do not soon.
    static func nextStep<Element, Identity: Hashable>(
        _ old: ArraySlice<Element>, _ new: ArraySlice<Element>, identity: (Element) -> Identity
    ) -> (old: Int, new: Int) {
        guard let oldFirst = old.first.map(identity), let newFirst = new.first.map(identity) else { return (1, 1) }
        for distance in 1..<max(old.count, new.count, 2) {
            if distance < old.count, identity(old[old.startIndex + distance]) == newFirst { return (distance, 0) }
            if distance < new.count, identity(new[new.startIndex + distance]) == oldFirst { return (0, distance) }
        }
        return (1, 1)
    }
}

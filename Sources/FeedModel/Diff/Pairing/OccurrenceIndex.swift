/// Finds positions of a list by identity, the first unpaired occurrence of each.
///
/// An open-addressing hash table with linear probing (D. E. Knuth, "The Art of Computer Programming", volume 3,
/// section 6.4) that holds positions only: hashes and comparisons come from the caller, so no identity is copied.
/// Swift seeds its hashes anew in each process, so a server cannot choose IDs that collide.
///
/// Positions are kept in 32 bits, which holds any list that fits into memory as rows.
struct OccurrenceIndex: ~Copyable {
    static var none: Int32 { -1 }

    struct Slot {
        /// The upper half of its hash; the lower chose the slot.
        var tag: UInt32 = 0
        /// A position of the identity, by which it is compared; `none` where the slot is free. Below `none` it is a
        /// position of the other list, as `-2 - position`.
        var key: Int32 = -1
        /// The first occurrence that was not taken, or `none`.
        var front: Int32 = -1
    }

    /// Its length is a power of two, and at least one slot is free. Written and read unchecked, as every element
    /// passes here: `slot` is the only source of subscripts, and masks them.
    let slots: UnsafeMutableBufferPointer<Slot>
    /// For each position the next occurrence of its identity; empty while nothing was added twice.
    var successors: [Int32] = []
    let positionCount: Int
    /// A bit for each identity that is known, found by other bits of its hash: most unknown identities are recognised
    /// by these bits alone, which stay in the processor's nearest cache. Empty where no foreign position is noted.
    let traces: UnsafeMutableBufferPointer<UInt64>

    /// - Parameters:
    ///   - positionCount: how many positions of the list may be added, from 0.
    ///   - foreignCount: how many of the other list may be noted.
    init(positionCount: Int, foreignCount: Int) {
        self.positionCount = positionCount
        // At most two thirds full: short probes, and still small enough for the processor's caches.
        var capacity = 8
        while capacity * 2 < (positionCount + foreignCount) * 3 { capacity *= 2 }
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot())
        // Four bits a slot, so that a look at an identity that is not known misleads one time in six at most.
        traces = .allocate(capacity: foreignCount > 0 ? max(1, capacity / 16) : 0)
        traces.initialize(repeating: 0)
    }

    deinit {
        slots.deallocate()
        traces.deallocate()
    }

    var notesForeign: Bool { !traces.isEmpty }

    var hasDuplicates: Bool { !successors.isEmpty }

    /// Adds a position in front of the others of its identity; to be called from the last position to the first.
    @inline(__always) mutating func prepend(_ position: Int, hash: Int, isSame: (Int) -> Bool) {
        let slot = slot(hash: hash, isSame: isSame)
        if slots[slot].key == Self.none {
            slots[slot].tag = Self.tag(hash)
            slots[slot].key = Int32(truncatingIfNeeded: position)
            if notesForeign { leaveTrace(hash) }
        } else {
            if successors.isEmpty { successors = Array(repeating: Self.none, count: positionCount) }
            successors[position] = slots[slot].front
        }
        slots[slot].front = Int32(truncatingIfNeeded: position)
    }

    /// Takes the first occurrence that is left. Where there is none, gives nil and, if there is room for positions of
    /// the other list, notes the identity as known by `foreign`.
    @inline(__always) mutating func takeFirst(hash: Int, foreign: Int, isSame: (Int) -> Bool) -> Int? {
        let slot = slot(hash: hash, isSame: isSame)
        let front = slots[slot].front
        if front != Self.none {
            slots[slot].front = successors.isEmpty ? Self.none : successors[Int(front)]
            return Int(front)
        }
        if notesForeign, slots[slot].key == Self.none {
            slots[slot].tag = Self.tag(hash)
            slots[slot].key = Int32(truncatingIfNeeded: -2 - foreign)
            leaveTrace(hash)
        }
        return nil
    }

    @inline(__always) func contains(hash: Int, isSame: (Int) -> Bool) -> Bool {
        (!notesForeign || hasTrace(hash)) && slots[slot(hash: hash, isSame: isSame)].key != Self.none
    }

    /// The slot of an identity, or the free one where it would go.
    @inline(__always) func slot(hash: Int, isSame: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        let tag = Self.tag(hash)
        var slot = hash & mask
        while slots[slot].key != Self.none, slots[slot].tag != tag || !isSame(Int(slots[slot].key)) {
            slot = (slot + 1) & mask
        }
        return slot
    }

    @inline(__always) static func tag(_ hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

    // MARK: Traces, where there is room for them

    @inline(__always) func leaveTrace(_ hash: Int) {
        let bit = traceBit(hash)
        traces[bit >> 6] |= 1 &<< UInt64(truncatingIfNeeded: bit & 63)
    }

    @inline(__always) func hasTrace(_ hash: Int) -> Bool {
        let bit = traceBit(hash)
        return traces[bit >> 6] & (1 &<< UInt64(truncatingIfNeeded: bit & 63)) != 0
    }

    @inline(__always) func traceBit(_ hash: Int) -> Int {
        // The lowest bits chose the slot.
        Int(truncatingIfNeeded: UInt(bitPattern: hash) >> 24) & (traces.count * 64 - 1)
    }
}

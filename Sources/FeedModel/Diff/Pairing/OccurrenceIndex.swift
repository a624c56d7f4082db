/// Finds positions of a list by identity, the first unpaired occurrence of each.
///
/// An open-addressing hash table with linear probing (D. E. Knuth, "The Art of Computer Programming", volume 3,
/// section 6.4) that holds positions only: hashes and comparisons come from the caller, so no identity is copied.
/// Swift seeds its hashes anew in each process, so a server cannot choose IDs that collide.
///
/// Positions are kept in 32 bits, which holds any list that fits into memory as rows.
@usableFromInline struct OccurrenceIndex: ~Copyable {
    /// Ends a chain of occurrences.
    @usableFromInline static var none: Int32 { -1 }

    /// What is known of one identity.
    @usableFromInline struct Slot {
        /// The upper half of its hash; the lower chose the slot.
        @usableFromInline var tag: UInt32 = 0
        /// A position where the identity stands, by which it is compared; `none`: the slot is free. Below `none` it
        /// is a position of the other list, as `-2 - position`.
        @usableFromInline var key: Int32 = -1
        /// The first occurrence that was not taken, or `none`.
        @usableFromInline var front: Int32 = -1

        @inlinable init() {}
    }

    /// Its length is a power of two, and at least one slot is free. Written and read unchecked, as every element
    /// passes here: `slot` is the only source of subscripts, and masks them.
    @usableFromInline let slots: UnsafeMutableBufferPointer<Slot>
    /// For each position the next occurrence of its identity; empty while nothing was added twice.
    @usableFromInline var successors: [Int32] = []
    @usableFromInline let positionCount: Int
    @usableFromInline let notesForeign: Bool

    /// - Parameters:
    ///   - positionCount: how many positions of the list may be added, from 0.
    ///   - foreignCount: how many of the other list may be noted.
    @inlinable init(positionCount: Int, foreignCount: Int) {
        self.positionCount = positionCount
        notesForeign = foreignCount > 0
        // At most two thirds full: short probes, and still small enough for the processor's caches.
        var capacity = 8
        while capacity * 2 < (positionCount + foreignCount) * 3 { capacity *= 2 }
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot())
    }

    @inlinable deinit {
        slots.deallocate()
    }

    /// Whether some identity was added twice.
    @inlinable var hasDuplicates: Bool { !successors.isEmpty }

    /// Adds a position in front of the others of its identity; to be called from the last position to the first.
    @inlinable @inline(__always) mutating func prepend(_ position: Int, hash: Int, isSame: (Int) -> Bool) {
        let slot = slot(hash: hash, isSame: isSame)
        if slots[slot].key == Self.none {
            slots[slot].tag = Self.tag(hash)
            slots[slot].key = Int32(truncatingIfNeeded: position)
        } else {
            if successors.isEmpty { successors = Array(repeating: Self.none, count: positionCount) }
            successors[position] = slots[slot].front
        }
        slots[slot].front = Int32(truncatingIfNeeded: position)
    }

    /// Takes the first occurrence that is left. Where there is none, gives nil and, if there is room for positions of
    /// the other list, notes the identity as known by `foreign`.
    @inlinable @inline(__always) mutating func takeFirst(hash: Int, foreign: Int, isSame: (Int) -> Bool) -> Int? {
        let slot = slot(hash: hash, isSame: isSame)
        let front = slots[slot].front
        if front != Self.none {
            slots[slot].front = successors.isEmpty ? Self.none : successors[Int(front)]
            return Int(front)
        }
        if notesForeign, slots[slot].key == Self.none {
            slots[slot].tag = Self.tag(hash)
            slots[slot].key = Int32(truncatingIfNeeded: -2 - foreign)
        }
        return nil
    }

    /// Whether the identity was added or noted.
    @inlinable @inline(__always) func contains(hash: Int, isSame: (Int) -> Bool) -> Bool {
        slots[slot(hash: hash, isSame: isSame)].key != Self.none
    }

    /// The slot of an identity, or the free one where it would go.
    @inlinable @inline(__always) func slot(hash: Int, isSame: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        let tag = Self.tag(hash)
        var slot = hash & mask
        while slots[slot].key != Self.none, slots[slot].tag != tag || !isSame(Int(slots[slot].key)) {
            slot = (slot + 1) & mask
        }
        return slot
    }

    @inlinable @inline(__always) static func tag(_ hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }
}

/// Which of the brackets opened so far are braces: a stack of bits, so that nesting costs no call stack and, up to
/// 64 deep, no memory.
struct JSONNesting {
    private var bits: UInt64 = 0
    private var spilled: [UInt64] = []
    private(set) var depth = 0

    @inline(__always) var isInObject: Bool { bits & 1 == 1 }

    @inline(__always) mutating func push(isObject: Bool) {
        if depth > 0, depth & 63 == 0 { spill() }
        bits = bits << 1 | (isObject ? 1 : 0)
        depth &+= 1
    }

    @inline(__always) mutating func pop() {
        depth &-= 1
        bits >>= 1
        if depth > 0, depth & 63 == 0 { unspill() }
    }

    @inline(never) private mutating func spill() {
        spilled.append(bits)
        bits = 0
    }

    @inline(never) private mutating func unspill() {
        bits = spilled.popLast() ?? 0
    }
}

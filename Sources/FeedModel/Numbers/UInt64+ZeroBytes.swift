extension UInt64 {
    /// The same byte eight times.
    @inline(__always) init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// The bytes that are 0, each flagged by its highest bit. Bytes above one that is may be flagged too, none below it:
    /// the lowest flag is exact (Sean Eron Anderson, “Bit Twiddling Hacks”).
    @inline(__always) var zeroBytes: UInt64 { (self &- UInt64(repeating: 1)) & ~self & UInt64(repeating: 0x80) }
}

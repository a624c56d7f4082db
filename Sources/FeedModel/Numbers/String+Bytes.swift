extension String {
    /// Gives its UTF-8 to `body`, where it is.
    @inlinable package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        var text = self
        return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }
}

extension UnsafeRawBufferPointer {
    /// A hash by Swift's `Hasher`, whose seed is one of the process that no server knows.
    @inlinable package var seededHash: Int {
        var hasher = Hasher()
        hasher.combine(bytes: self)
        return hasher.finalize()
    }
}

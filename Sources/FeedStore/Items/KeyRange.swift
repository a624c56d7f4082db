#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The least and the greatest of some keys, in the order of their UTF-8 bytes, as SQLite compares text.
///
/// A key outside is not one of them, which is known without a hash.
struct KeyRange {
    private var ends: (least: String, greatest: String)?

    /// Whether the key may be one of those that were added.
    func mayContain(_ key: String) -> Bool {
        guard let ends else { return false }
        return !key.precedes(ends.least) && !ends.greatest.precedes(key)
    }

    mutating func add(_ key: String) {
        guard let ends else { return self.ends = (key, key) }
        if key.precedes(ends.least) { self.ends?.least = key }
        if ends.greatest.precedes(key) { self.ends?.greatest = key }
    }
}

extension String {
    /// Whether it comes before another text in the order of their UTF-8 bytes.
    func precedes(_ other: String) -> Bool {
        var (a, b) = (self, other)
        return a.withUTF8 { a in
            b.withUTF8 { b in
                guard let start = a.baseAddress, let other = b.baseAddress else { return a.count < b.count }
                let order = memcmp(start, other, min(a.count, b.count))
                return order == 0 ? a.count < b.count : order < 0
            }
        }
    }
}

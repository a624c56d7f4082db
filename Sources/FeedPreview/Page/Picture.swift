import FeedModel

/// A placeholder for an image: a gradient of two colours that the item's ID gives, in the image's ratio.
struct Picture: Equatable {
    /// 64 bits of the item's ID.
    let hash: UInt64
    /// Height by width, in thousandths: 125 to 8,000.
    let ratio: Int

    /// - Parameter ratio: height by width; 1 where it is not known.
    init(of id: String, ratio: Double?) {
        hash = FNV1a.hash(id.utf8)
        let ratio = ratio.map { $0.isFinite && $0 > 0 ? $0 : 1 } ?? 1
        self.ratio = Int(min(max(ratio, 0.125), 8) * 1_000)
    }

    /// - Parameter name: as `name` gives it; nil where it is none.
    init?(name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix(".svg"), let hash = UInt64(parts[0], radix: 16),
            let ratio = Int(parts[1].dropLast(4)), (125...8_000).contains(ratio)
        else { return nil }
        (self.hash, self.ratio) = (hash, ratio)
    }

    /// The last part of its URL.
    var name: String { "\(String(hash, radix: 16))-\(ratio).svg" }

    var svg: String {
        let (hue, other) = (hash % 360, (hash / 360 % 90 + hash % 360 + 30) % 360)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 \(ratio)" preserveAspectRatio="none"><defs>\
            <linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(\(hue) 55% 62%)"/>\
            <stop offset="1" stop-color="hsl(\(other) 60% 42%)"/></linearGradient></defs>\
            <rect width="1000" height="\(ratio)" fill="url(#g)"/></svg>
            """
    }
}

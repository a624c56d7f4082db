/// The lists of the gourmet world, by the name they have in the API.
public enum ListName: String, CaseIterable, Sendable {
    case featuredBanners = "featured_banners"
    case featuredInterviews = "featured_interviews"
    case keywords
    case newArrivals = "new_arrivals"
    case articles
    case photos

    /// The key that keeps one list's draws apart from another's.
    var salt: UInt64 { SeededDraw.key(rawValue) }

    /// The ID an item goes by on the wire: a number, or a text where such an API has one.
    func id(_ serial: Int) -> ItemID {
        switch self {
        case .featuredInterviews: .text("interview-\(serial)")
        case .keywords: .text("kw-\(serial)")
        case .featuredBanners, .newArrivals, .articles, .photos: .number(serial)
        }
    }
}

/// An item's ID as the API writes it.
enum ItemID: Equatable, CustomStringConvertible {
    case number(Int)
    case text(String)

    var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

import FeedModel

/// How many items each list starts with. Lists then breathe by up to a quarter as the world moves.
///
/// A size costs nothing: items are computed when they are requested, so a million is as cheap to hold as ten.
public struct ListSizes: Equatable, Sendable {
    package static let allowed = 0...1_000_000_000

    /// Sizes for a look around by hand: 120 photos, 30 articles and so on.
    public static let standard = ListSizes()

    private var sizes: [ListName: Int] = [
        .featuredBanners: 6, .featuredInterviews: 12, .keywords: 20, .newArrivals: 40, .articles: 30, .photos: 120,
    ]

    private init() {}

    /// The same size for every list, held within 0 and 1,000,000,000.
    public init(all size: Int) {
        for list in ListName.allCases { self[list] = size }
    }

    /// The size of one list. What is set is held within 0 and 1,000,000,000.
    public subscript(list: ListName) -> Int {
        get { sizes[list] ?? 0 }
        set { sizes[list] = min(max(newValue, Self.allowed.lowerBound), Self.allowed.upperBound) }
    }

    /// Reads sizes as a command line gives them: `5000` for every list, `photos=1000000` for one. Later ones win.
    ///
    /// - Throws: ``ListSizeError`` naming the text that cannot be read.
    package init(parsing texts: [String]) throws(ListSizeError) {
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let number = parts.last, let size = Int(number), Self.allowed.contains(size) else {
                throw .unreadable(text)
            }
            if parts.count == 1 {
                self = ListSizes(all: size)
            } else if let list = ListName(rawValue: String(parts[0])) {
                self[list] = size
            } else {
                throw .unknownList(String(parts[0]))
            }
        }
    }
}

package enum ListSizeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Neither a number from 0 to 1,000,000,000 nor LIST=NUMBER.
    case unreadable(String)
    case unknownList(String)

    package var description: String {
        switch self {
        case .unreadable(let text): "size “\(text)” is neither a number from 0 to 1000000000 nor LIST=NUMBER"
        case .unknownList(let name):
            "there is no list “\(name)” to size; there are \(ListName.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }
}

/// The lists of the gourmet world, by the name they have in the API.
@nonexhaustive public enum ListName: String, CaseIterable, Sendable {
    case featuredBanners = "featured_banners"
    case featuredInterviews = "featured_interviews"
    case keywords
    case newArrivals = "new_arrivals"
    case articles
    case photos

    /// The key that keeps one list's draws apart from another's.
    var salt: UInt64 { SeededDraw.key(rawValue) }

    /// What an item's ID begins with where it is a text, as such APIs have them; nil where it is a number.
    private var idPrefix: String? {
        switch self {
        case .featuredInterviews: "interview-"
        case .keywords: "kw-"
        case .featuredBanners, .newArrivals, .articles, .photos: nil
        }
    }

    func id(_ serial: Int) -> String { "\(idPrefix ?? "")\(serial)" }

    func writeID(_ serial: Int, to writer: inout JSONWriter) {
        if idPrefix == nil { writer.field("id", serial) } else { writer.field("id", id(serial)) }
    }
}

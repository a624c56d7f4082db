import FeedModel

enum Section: String, CaseIterable {
    case banners
    case keywords
    case picks
    case ranking
    case interviews
    case arrivals
    case articles
    case photos

    /// Where its items are: in a collection, or in the section config itself.
    enum Content {
        case collection(ListName)
        case picks
        case ranking
    }

    var content: Content {
        switch self {
        case .banners: .collection(.featuredBanners)
        case .keywords: .collection(.keywords)
        case .picks: .picks
        case .ranking: .ranking
        case .interviews: .collection(.featuredInterviews)
        case .arrivals: .collection(.newArrivals)
        case .articles: .collection(.articles)
        case .photos: .collection(.photos)
        }
    }

    var type: String {
        switch content {
        case .collection(let list): list.rawValue
        case .picks: "recommend"
        case .ranking: "ranking"
        }
    }

    var title: Phrase {
        switch self {
        case .banners: Phrase("特集", "Featured")
        case .keywords: Phrase("人気のキーワード", "Popular searches")
        case .picks: Phrase("編集部のおすすめ", "Editors' picks")
        case .ranking: Phrase("今週のランキング", "This week's ranking")
        case .interviews: Phrase("つくり手に聞く", "The people who make it")
        case .arrivals: Phrase("新着のお店", "New arrivals")
        case .articles: Phrase("読みもの", "Stories")
        case .photos: Phrase("みんなの写真📷", "Photos 📷")
        }
    }

    var layout: String {
        switch self {
        case .banners, .interviews: "carousel"
        case .keywords: "chips"
        case .picks, .articles: "list"
        case .ranking: "ranking"
        case .arrivals: "mosaic"
        case .photos: "waterfall"
        }
    }

    /// The ad policy of the sections that have one.
    func writeAds(to writer: inout JSONWriter) {
        guard let every = adInterval else { return }
        writer.key("ads")
        writer.object { $0.field("every", every) }
    }

    /// How many items there are between two ads; nil for none.
    var adInterval: Int? {
        switch self {
        case .articles: 6
        case .photos: 8
        case .banners, .keywords, .picks, .ranking, .interviews, .arrivals: nil
        }
    }
}

struct Section: Sendable {
    /// Where its items are: in a collection, or in the section config itself.
    enum Content: Sendable {
        case collection(ListName)
        case picks
        case ranking
    }

    let id: String
    let content: Content
    let title: String
    let layout: String
    /// How many items there are between two ads; nil for none.
    var adInterval: Int?

    static let all = [
        Section(id: "banners", content: .collection(.featuredBanners), title: "特集", layout: "carousel"),
        Section(id: "keywords", content: .collection(.keywords), title: "人気のキーワード", layout: "chips"),
        Section(id: "picks", content: .picks, title: "編集部のおすすめ", layout: "list"),
        Section(id: "ranking", content: .ranking, title: "今週のランキング", layout: "ranking"),
        Section(id: "interviews", content: .collection(.featuredInterviews), title: "つくり手に聞く", layout: "carousel"),
        Section(id: "arrivals", content: .collection(.newArrivals), title: "新着のお店", layout: "mosaic"),
        Section(id: "articles", content: .collection(.articles), title: "読みもの", layout: "list", adInterval: 6),
        Section(id: "photos", content: .collection(.photos), title: "みんなの写真📷", layout: "waterfall", adInterval: 8),
    ]

    var type: String {
        switch content {
        case .collection(let list): list.rawValue
        case .picks: "recommend"
        case .ranking: "ranking"
        }
    }
}

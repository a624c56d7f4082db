/// What a drawing says of an item: texts found in its payload under the names that most likely hold them.
///
/// The texts are as the server sent them, unless they are cleaned for where they are shown.
package struct ItemFacts: Equatable {
    /// Names of short facts, in the order they are shown.
    private static let details = [
        "subtitle", "advertiser", "sponsor", "profile_name", "author", "byline", "restaurant_name", "area", "category",
        "genre", "date_string", "date",
    ]
    /// Names of longer texts, the most specific first.
    private static let remarks = ["description", "summary", "excerpt", "caption", "text", "body"]
    private static let images = ["image", "images", "photo", "photos", "thumbnail", "media"]
    private static let mostDetails = 3
    private static let links = ["url", "src", "href", "large", "medium", "small"]

    package let title: String
    /// Short facts, in one line; maybe empty.
    package let detail: String
    /// A longer text; maybe empty.
    package let remark: String
    /// Height by width of its first image, where the payload says both.
    package let imageRatio: Double?
    /// Where its first image is, where the payload says so; nothing is checked.
    package let imageURL: String?

    /// - Parameter clean: makes a text fit to be shown.
    package init(_ payload: String, clean: @escaping (String) -> String = { $0 }) {
        let document = try? JSONDocument(Array(payload.utf8))
        title = clean(document.map(ItemSummary.title(of:)) ?? "")
        guard let members = document.flatMap({ Members($0, $0.root) }) else {
            (detail, remark, imageRatio, imageURL) = ("", "", nil, nil)
            return
        }
        let title = title
        let shown = { (field: String) in members.text(field).map(clean).flatMap { $0 == title ? nil : $0 } }
        detail = Self.details.lazy.compactMap(shown).prefix(Self.mostDetails).joined(separator: " · ")
        remark = Self.remarks.lazy.compactMap(shown).first ?? ""
        imageRatio = members.ratio ?? Self.images.lazy.compactMap { members.object($0)?.ratio }.first
        imageURL =
            Self.images.lazy.compactMap { image in
                members.link(image)
                    ?? members.object(image).flatMap { object in Self.links.lazy.compactMap(object.link).first }
            }.first ?? members.link("image_url")
    }
}

/// The members of an object, by name; the last of repeated ones counts.
private struct Members {
    private let document: JSONDocument
    private let values: [String: Range<Int>]

    init?(_ document: JSONDocument, _ range: Range<Int>) {
        guard let values = document.membersByName(of: range) else { return nil }
        (self.document, self.values) = (document, values)
    }

    func text(_ name: String) -> String? {
        values[name].flatMap { ItemSummary.text(document.scalar(at: $0)) }
    }

    /// The text of that name, where it begins as an address of the web does.
    func link(_ name: String) -> String? {
        text(name).flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
    }

    /// The object of that name, or the first in the array of that name.
    func object(_ name: String) -> Members? {
        guard let value = values[name] else { return nil }
        return Members(document, document.elements(of: value).first ?? value)
    }

    var ratio: Double? {
        guard let width = number("width"), let height = number("height"), width > 0, height > 0 else { return nil }
        return height / width
    }

    private func number(_ name: String) -> Double? {
        guard let value = values[name], case .number(let text) = document.scalar(at: value) else { return nil }
        return Double(text)
    }
}

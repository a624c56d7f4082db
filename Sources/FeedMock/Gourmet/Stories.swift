import FeedModel

/// What is read: banners, interviews and articles.
extension Item {
    mutating func writeBanner(to writer: inout JSONWriter) {
        let (season, dish) = (word(Vocabulary.seasons), word(Vocabulary.dishes))
        let praise = freshWord(Vocabulary.praises)
        writer.field("title", said("\(season)の\(dish)特集", "The \(season) \(dish) issue"))
        writer.field("subtitle", said("\(praise)一皿を探して", "In search of the \(praise)one"))
        writer.field("image_url", imageURL())
        writer.field("link_url", pageURL())
        writer.field("date_string", WorldTime.dateString(createdAt))
    }

    mutating func writeInterview(to writer: inout JSONWriter) {
        let (name, restaurant) = (word(Vocabulary.people), word(Vocabulary.restaurants))
        let (profession, quote) = (word(Vocabulary.professions), freshWord(Vocabulary.quotes))
        writer.field("title", said("「\(quote)」", "“\(quote)”"))
        writer.field("profile_name", name)
        writer.field("profile_title", said("\(restaurant) \(profession)", "\(profession), \(restaurant)"))
        writer.field("profile_image_url", ItemPicture.path("profiles/\(nature.below(500))"))
        writer.field("date_string", WorldTime.dateString(createdAt))
        writer.field("image_url", imageURL())
        writer.field("description", freshWord(Vocabulary.remarks))
        writer.field("tags", tags())
    }

    mutating func writeArticle(to writer: inout JSONWriter) {
        let (area, dish, genre) = (word(Vocabulary.areas), word(Vocabulary.dishes), word(Vocabulary.genres))
        writer.field("title", headline(area: area, dish: dish))
        writer.field("category", genre)
        writer.field("profile_name", word(Vocabulary.people))
        writer.field("date_string", WorldTime.dateString(createdAt))
        writer.field("image_url", imageURL())
        writer.field("url", pageURL())
        let remarks = wording.pick(2, of: Vocabulary.remarks).map { $0[language] }
        writer.field("description", remarks.joined(separator: said("", " ")))
        writer.field("tags", tags())
    }

    private mutating func headline(area: String, dish: String) -> String {
        let praise = freshWord(Vocabulary.praises)
        switch nature.below(3) {
        case 0:
            let count = nature.between(3...12)
            return said("\(area)で食べたい\(praise)\(dish)\(count)選", "\(count) places for \(praise)\(dish) in \(area)")
        case 1: return said("\(area)の新定番、\(praise)\(dish)", "\(area) and its new classic: \(praise)\(dish)")
        default: return said("\(praise)\(dish)はどこから来たのか", "Where \(praise)\(dish) came from")
        }
    }
}

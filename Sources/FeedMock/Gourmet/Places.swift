import FeedModel

/// What is visited and searched for: photos of dishes, restaurants that opened, keywords.
extension Item {
    mutating func writePhoto(to writer: inout JSONWriter) {
        let (dish, restaurant) = (word(Vocabulary.dishes), word(Vocabulary.restaurants))
        writer.field("title", "\(freshWord(Vocabulary.praises))\(dish)")
        writer.field("profile_name", word(Vocabulary.people))
        writer.field("restaurant_name", restaurant)
        writer.field("area", word(Vocabulary.areas))
        writer.field("date_string", WorldTime.dateString(createdAt))
        writer.field("description", freshWord(Vocabulary.remarks))
        writer.field("likes_count", wording.below(2_000))
        writer.field("tags", tags())
        writeImages(to: &writer)
        writeGifts(to: &writer)
    }

    mutating func writeNewArrival(to writer: inout JSONWriter) {
        writer.field("title", word(Vocabulary.restaurants))
        writer.field("area", word(Vocabulary.areas))
        writer.field("genre", word(Vocabulary.genres))
        writer.field("signature_dish", "\(word(Vocabulary.praises))\(word(Vocabulary.dishes))")
        writer.field("opened_on", WorldTime.isoDate(createdAt))
        writer.field("date_string", WorldTime.dateString(createdAt))
        writer.field("budget", nature.between(8...120) * 100)
        writer.field("image_url", imageURL())
        writer.field("description", freshWord(Vocabulary.remarks))
        writer.field("tags", tags())
    }

    mutating func writeKeyword(to writer: inout JSONWriter) {
        let area = word(Vocabulary.areas)
        let topic = nature.chance(0.5) ? word(Vocabulary.dishes) : word(Vocabulary.genres)
        writer.field("keyword", "\(area) \(topic)")
        writer.field("search_count", wording.between(10...50_000))
        writer.field("trend", wording.pick(["up", "down", "flat"]))
    }

    private mutating func writeImages(to writer: inout JSONWriter) {
        let count = nature.between(1...3)
        writer.key("images")
        writer.array { writer in
            for number in 1...count {
                let width = nature.pick([640, 960, 1080, 1280])
                writer.object { writer in
                    writer.field("url", imageURL(number))
                    writer.field("width", width)
                    writer.field("height", width * nature.pick([2, 3, 4, 5]) / 3)
                }
            }
        }
    }

    private mutating func writeGifts(to writer: inout JSONWriter) {
        let count = nature.below(3)
        writer.key("gifts")
        writer.array { writer in
            for _ in 0..<count {
                let isOffered = nature.chance(0.6)
                writer.object { writer in
                    writer.field("flag", isOffered)
                    writer.key("price")
                    if isOffered, nature.chance(0.8) {
                        writer.integer(nature.between(3...60) * 100)
                    } else {
                        writer.null()
                    }
                }
            }
        }
    }
}

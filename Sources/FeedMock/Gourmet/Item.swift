import FeedModel

/// One item of one list at its present version: what it draws its texts from, and the fields every list shares.
///
/// What an item *is* (its place, its people, its pictures) comes from its serial and stays; what changes when it is
/// updated (`wording`, counts) comes from its version too.
struct Item {
    let serial: Int
    let list: ListName
    let language: Language
    let createdAt: Int64
    let version: Int64
    /// Drawn from what stays.
    var nature: SeededDraw
    /// Drawn from the version.
    var wording: SeededDraw

    init(serial: Int, timeline: ListTimeline, world: World) {
        self.serial = serial
        list = timeline.list
        createdAt = timeline.createdAt(serial)
        version = timeline.version(of: serial)
        nature = SeededDraw(world.seed, list.salt, 0, UInt64(serial))
        wording = SeededDraw(world.seed, list.salt, UInt64(serial), UInt64(bitPattern: version))
        language = Language(drawnFrom: &nature)
    }

    func write(to writer: inout JSONWriter) {
        var item = self
        writer.object { writer in
            list.writeID(serial, to: &writer)
            switch list {
            case .featuredBanners: item.writeBanner(to: &writer)
            case .featuredInterviews: item.writeInterview(to: &writer)
            case .keywords: item.writeKeyword(to: &writer)
            case .newArrivals: item.writeNewArrival(to: &writer)
            case .articles: item.writeArticle(to: &writer)
            case .photos: item.writePhoto(to: &writer)
            }
            writer.field("updated_at", version)
        }
    }

    /// What its list leaves out: a text of some paragraphs.
    func writeDetail(to writer: inout JSONWriter) {
        var item = self
        let paragraphs = (0..<item.wording.between(2...4)).map { _ in
            item.wording.pick(3, of: Vocabulary.remarks).map { $0[language] }.joined(separator: said("", " "))
        }
        writer.object { writer in
            list.writeID(serial, to: &writer)
            writer.field("body", paragraphs.joined(separator: "\n\n"))
            writer.field("updated_at", version)
        }
    }

    // MARK: - Drawing

    mutating func word(_ choices: [Phrase]) -> String { nature.pick(choices)[language] }

    mutating func freshWord(_ choices: [Phrase]) -> String { wording.pick(choices)[language] }

    mutating func tags() -> [String] {
        nature.pick(nature.between(1...3), of: Vocabulary.tags).map { $0[language] }
    }

    func imageURL(_ number: Int = 1) -> String { ItemPicture.path("\(list.rawValue)/\(serial)-\(number)") }

    func pageURL() -> String { "https://gourmet.example.com/\(list.rawValue)/\(serial)" }

    func said(_ japanese: String, _ english: String) -> String { Phrase(japanese, english)[language] }
}

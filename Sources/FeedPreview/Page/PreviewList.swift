import FeedModel

/// Lines beside the screens, each of which leads to a row.
struct PreviewList {
    struct Line {
        /// In a word.
        let what: String
        let section: FeedSection
        /// Its place in what was read of the section; nil for the section itself.
        let row: Int?
        /// The run at whose end it is to be seen; nil for now.
        let run: Int64?

        /// In the feed's own words.
        var json: JSONValue {
            let shown = row.map { section.rows[$0] }
            let number = row.map { section.firstRow + $0 }
            let title = shown.map { ItemFacts($0.payload).title } ?? section.title
            let name = PreviewScreen.cut(section.title.isEmpty ? section.id.text : section.title, 200)
            return .object([
                ("what", .string(what)),
                ("title", .string(PreviewScreen.cut(title.isEmpty ? shown?.id.text ?? section.id.text : title, 200))),
                ("where", .string(number.map { "\(name) · row \($0 + 1)" } ?? "section")),
                ("run", run.map { .number($0) } ?? .string("now")), ("at", .string("\(section.id):\(number ?? 0)")),
            ])
        }
    }

    private static let most = 200

    let name: String
    let lines: [Line]
    /// What is said where there is no line.
    let empty: String

    var json: JSONValue {
        let more = lines.count - Self.most
        return .object([
            ("name", .string(name)), ("lines", .array(lines.prefix(Self.most).map(\.json))),
            ("rest", .string(more > 0 ? "and \(more) more" : lines.isEmpty ? empty : "")),
        ])
    }
}

import ArgumentParser
import FeedStore

/// Which items of a collection are meant, in which order, and what of them is shown.
struct FilterOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("where"), help: .condition)
    var condition: String?

    @Option(help: ArgumentHelp("Sort by SQL expressions: \"price desc, title\".", valueName: "expression"))
    var order: String?

    @Option(
        help: ArgumentHelp("Only these fields, with commas between them: id,title,image.url.", valueName: "names"))
    var fields: FieldChoice?

    var isEmpty: Bool { condition == nil && order == nil && fields == nil }

    func selection(of part: ItemPart = .shown, offset: Int = 0, limit: Int? = nil) -> ItemSelection {
        var selection = ItemSelection(condition: condition, order: order, part: part)
        selection.offset = offset
        selection.limit = limit
        return selection
    }
}

extension ArgumentHelp {
    static var condition: ArgumentHelp {
        ArgumentHelp("Only what an SQL expression holds for: \"price > 10\".", valueName: "expression")
    }
}

struct FieldOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("Only these fields, with commas between them.", valueName: "names"))
    var fields: FieldChoice?
}

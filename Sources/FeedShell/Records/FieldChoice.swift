import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

/// The fields that `--fields` names, in order: `id,title,image.url`. In double quotes a name may hold a comma.
struct FieldChoice: ExpressibleByArgument, Equatable, Sendable {
    static let valueName = "names"

    let names: [String]

    init?(argument: String) {
        var names = [""]
        var isQuoted = false
        for letter in argument {
            if letter == "\"" { isQuoted.toggle() }
            if letter == ",", !isQuoted { names.append("") } else { names[names.count - 1].append(letter) }
        }
        self.names = names.map(\.trimmingBlanks)
        if self.names.contains("") { return nil }
    }
}

extension Fields {
    /// The chosen ones alone, in the order they are named, each also a column of the table. A name goes on with a path into the value.
    func choosing(_ choice: FieldChoice) throws -> Fields { Fields(try choice.names.map(choose)) }

    private func choose(_ name: String) throws -> Field<Element> {
        let column = Table.Column.text(name, isFlexible: true)
        if let field = field(named: name) { return Field(field.name, shown: column, field.value) }
        guard let path = try? DottedPath(parsing: name), let first = path.components.first, first.condition == nil,
            let outer = field(named: first.key)
        else { throw UnknownNameError(kind: .field, name: name, known: names) }
        let rest = DottedPath(components: path.components.dropFirst())
        return Field(name, shown: column) { .value(at: rest, in: outer.value($0).bytes) }
    }

    private func field(named name: String) -> Field<Element>? { fields.first { ExactText($0.name) == ExactText(name) } }
}

extension Listing {
    /// The chosen fields alone, also in the table; all as they are where none are chosen.
    func choosing(_ choice: FieldChoice?) throws -> Listing {
        guard let choice else { return self }
        return Listing(reading: forEach, fields: try fields.choosing(choice))
    }
}

/// Which items of a collection are meant, in which order, and what of them is shown.
struct FilterOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("where"), help: .condition)
    var condition: String?

    @Option(help: ArgumentHelp("Sort by SQL expressions: \"price desc, title\".", valueName: "expression"))
    var order: String?

    @Option(
        help: ArgumentHelp(
            "Only these fields, with commas between them: id,title,image.url.", valueName: FieldChoice.valueName))
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
    @Option(help: ArgumentHelp("Only these fields, with commas between them.", valueName: FieldChoice.valueName))
    var fields: FieldChoice?
}

/// A table while its text is being read: what it holds, and what may still be added to it.
final class TOMLTable {
    enum Origin {
        /// As `a` by the header `[a.b]`: it may get a header of its own.
        case implied
        /// By a header, which no table has twice.
        case header
        /// As `a` by the key `a.b = 1`: no header may open it later.
        case dotted
    }

    enum Entry {
        /// A value is whole; nothing is added to inline tables and arrays later.
        case value(ManifestValue)
        case table(TOMLTable)
        /// The tables that `[[a]]` has so far, at least one.
        case tables([TOMLTable])
    }

    var origin: Origin
    var entries: [String: Entry] = [:]

    init(_ origin: Origin) {
        self.origin = origin
    }

    var values: [String: ManifestValue] {
        entries.mapValues { entry in
            switch entry {
            case .value(let value): value
            case .table(let table): .table(table.values)
            case .tables(let tables): .list(tables.map { .table($0.values) })
            }
        }
    }
}

package import FeedModel
import FeedSource

package struct UnknownNameError: ReportableError, Equatable, Sendable {
    package enum Kind: String, Sendable {
        case account, collection, section, row, item, run, field, table, consumer
        case storedCollection = "stored collection"
    }

    package let kind: Kind
    package let name: String
    /// The names there are, where they are few enough to be listed.
    package let known: [String]

    package init(kind: Kind, name: String, known: [String] = []) {
        (self.kind, self.name, self.known) = (kind, name, known)
    }

    private static let mostListed = 8

    package var report: ErrorReport {
        ErrorReport(.noInput, "unknown_name", "there is no \(kind.rawValue) “\(name)”", advice: names)
    }

    private var names: String {
        guard !known.isEmpty else { return placeOfNames }
        // SQL reads a dot as the end of a table's name.
        if kind == .field, known.contains(name) { return "write a name with a dot in double quotes: \"\(name)\"" }
        // Two numbers are never alike.
        let nearest = kind == .run ? nil : Spelling.suggestion(for: name, among: known)
        let listed = known.prefix(Self.mostListed).joined(separator: ", ")
        let rest = known.count > Self.mostListed ? " and \(known.count - Self.mostListed) more" : ""
        return (nearest.map { "did you mean “\($0)”? " } ?? "") + "there are: \(listed)\(rest)"
    }

    private var placeOfNames: String {
        switch kind {
        case .account: "the database has none of this source"
        case .collection: "the manifest names none"
        case .storedCollection: "nothing is stored of this source"
        case .section: "there is none yet: sync"
        case .item: "“items” lists those there are"
        case .run: "“runs” lists those there are"
        case .field: "“schema” lists those there are"
        case .table: "“tables” lists those there are"
        case .consumer: "nobody is notified of changes yet"
        case .row: "“feed” shows the rows there are"
        }
    }
}

extension Manifest {
    func collection(_ name: String) throws(UnknownNameError) -> CollectionSpec {
        guard let spec = collections.first(where: { $0.name == name }) else {
            throw UnknownNameError(kind: .collection, name: name, known: collections.map(\.name))
        }
        return spec
    }
}

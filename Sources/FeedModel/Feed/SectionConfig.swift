/// The server's arrangement of the screen. It is read and checked as a whole: a config with one bad section changes
/// nothing.
///
/// One config may have sections of two forms: `{"sectionType", "sectionTitle", "items": [...]}` and
/// `{"sectionType", "sectionTitle", "collection": "name"}`, each with optional `id`, `layout` and `ads`. A `SectionShape`
/// says where these are elsewhere. Unknown types and fields are kept and never an error.
package struct SectionConfig: Equatable, Sendable {
    /// In the order of the screen; IDs are unique.
    package let sections: [Section]

    package init(_ body: [UInt8], shape: SectionShape = SectionShape()) throws(SectionConfigError) {
        let document = try JSONDocument(body) { SectionConfigError.malformed("\($0)") }
        guard let list = document.value(at: shape.items), document.scalar(at: list) == .array else {
            throw .misshapen("it should have an array at “\(shape.items)”")
        }
        var sections: [Section] = []
        var seen: Set<ExactText> = []
        for (index, range) in document.elements(of: list).enumerated() {
            let section = try SectionReader(document: document, shape: shape, range: range, index: index).read()
            guard seen.insert(ExactText(section.id)).inserted else { throw .duplicate(id: section.id) }
            sections.append(section)
        }
        self.sections = sections
    }

    /// Whether two answers arrange the screen alike: the same bytes where the sections are. Other members do not count.
    package static func areSame(_ left: [UInt8], _ right: [UInt8], shape: SectionShape = SectionShape()) -> Bool {
        func sections(_ body: [UInt8]) -> ArraySlice<UInt8>? {
            guard let document = try? JSONDocument(body) else { return nil }
            return document.value(at: shape.items).map(document.slice)
        }
        return sections(left) == sections(right)
    }
}

package struct SectionShape: Hashable, Sendable {
    /// The list of sections, in the answer.
    package var items = DottedPath("sections")
    /// The others are in a section.
    package var id = DottedPath("id")
    package var type = DottedPath("sectionType")
    package var title = DottedPath("sectionTitle")
    package var layout = DottedPath("layout")
    package var collection = DottedPath("collection")

    /// That of servers that follow ours.
    package init() {}

    /// What answers under one shape, and no other, are told by; empty for the usual one.
    package var fingerprint: String {
        self == SectionShape()
            ? "" : [items, id, type, title, layout, collection].map(\.description).joined(separator: "\n")
    }
}

package enum SectionConfigError: ReportableError, Equatable, Sendable {
    case malformed(String)
    /// It is JSON, and its sections are elsewhere.
    case misshapen(String)
    /// A section lacks a required part, or has one of the wrong type.
    case section(index: Int, reason: String)
    case duplicate(id: String)

    package var report: ErrorReport {
        switch self {
        case .malformed(let reason), .misshapen(let reason): Self.report("the section config cannot be read: \(reason)")
        case .section(let index, let reason): Self.report("section \(index + 1) of the config is refused: \(reason)")
        case .duplicate(let id): Self.report("two sections of the config have the ID “\(id)”")
        }
    }

    private static func report(_ message: String) -> ErrorReport { ErrorReport(.badData, "malformed", message) }
}

import FeedModel
import FeedSource

/// A value that an answer has beside its list.
struct AnswerField {
    let path: DottedPath
    let name: FieldName
    /// The object around it; nil at the top.
    let parent: FieldName?
    let value: JSONScalar

    /// The text where it is one that is not empty.
    var text: String? {
        if case .string(let text) = value, !text.isEmpty { text } else { nil }
    }

    /// The number where it is a whole one, as number or text.
    var number: Int? { value.count }
}

/// What an answer says beside its list. Of hostile answers a part is looked at.
struct AnswerFields {
    private static let deepest = 5
    private static let most = 1_000

    private(set) var all: [AnswerField] = []

    init(_ document: JSONDocument, beside list: DottedPath) {
        collect(document.root, DottedPath(components: []), nil, in: document, beside: list, depth: 0)
    }

    private mutating func collect(
        _ place: Range<Int>, _ path: DottedPath, _ parent: FieldName?, in document: JSONDocument,
        beside list: DottedPath, depth: Int
    ) {
        guard depth <= Self.deepest, path != list else { return }
        switch document.scalar(at: place) {
        case .object:
            for (key, value) in document.members(of: place) where all.count < Self.most {
                let inner = path.appending(key: key)
                if inner == list { continue }
                all.append(
                    AnswerField(path: inner, name: FieldName(key), parent: parent, value: document.scalar(at: value)))
                collect(value, inner, FieldName(key), in: document, beside: list, depth: depth + 1)
            }
        case .array:
            // The array around the page, or links with their relations (OGC, FHIR).
            let around = path.appending(parsing: "0")
            if list.starts(with: around), let first = document.elements(of: place).first {
                collect(first, around, nil, in: document, beside: list, depth: depth + 1)
            } else {
                addNextLink(of: place, path, in: document)
            }
        default: break
        }
    }

    private mutating func addNextLink(of place: Range<Int>, _ path: DottedPath, in document: JSONDocument) {
        for (relation, target) in [("rel", "href"), ("relation", "url")] {
            let link = path.appending(parsing: "[\(relation)=next].\(target)")
            guard let value = document.value(at: link) else { continue }
            all.append(AnswerField(path: link, name: FieldName("next"), parent: nil, value: document.scalar(at: value)))
        }
    }

    /// The first field, by the order of names, that has one of them and is as wanted.
    func first(of names: [String], where isWanted: (AnswerField) -> Bool) -> AnswerField? {
        names.compactMap { name in all.first { $0.name.plain == name && isWanted($0) } }.first
    }
}

extension DottedPath {
    func appending(key: String) -> DottedPath {
        DottedPath(components: components + [Component(field: key)])
    }

    func appending(parsing text: String) -> DottedPath {
        DottedPath(components: components + ((try? DottedPath(parsing: text))?.components ?? []))
    }
}

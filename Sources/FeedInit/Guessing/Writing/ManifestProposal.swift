import FeedModel
import FeedSource

/// A manifest for a list that was looked at, with the evidence for each of its parts.
struct ManifestProposal: Sendable {
    /// A key of the manifest with what was guessed for it, and why.
    struct Finding: Equatable, Sendable {
        /// `items`, `id`, `version`, `deleted` or `paging`.
        let key: String
        /// As the manifest writes it; nil where nothing was found.
        let value: String?
        /// In sentences.
        let evidence: String
    }

    /// Where the list is, and what is sent with requests.
    private(set) var source: ProposedSource
    let body: String?
    private let list: FoundList
    /// Where the items are if those of `list` are groups of them.
    private let innerList: DottedPath?
    private let id: Guess<ItemIDRule>
    private let version: Guess<DottedPath>?
    private let deleted: Guess<DottedPath>?
    /// How the list is read page by page. Until it is known, one request is the whole list.
    var paging = PagingGuess.none(evidence: "")
    /// Ways in which it may be read, the likeliest first.
    let pagings: [PagingGuess]
    let hasValidator: Bool
    private let baseURL: SourceURL

    var count: Int { list.count }
    /// How many items the request asked for; nil where it did not say.
    private let requested: Int?

    /// Why one answer may not be the whole list, though it does not say so; nil where nothing speaks for it.
    var doubt: String? {
        guard count == requested || PageLength.isRound(count) else { return nil }
        let reason = count == requested ? "as many as were asked for" : "a round number"
        return
            "\(count) items are \(reason). Is there a second page? Give the URL with the parameters of the first one."
    }

    /// - Parameters:
    ///   - source: what was asked.
    ///   - body: the JSON that it was asked with; nil for none.
    ///   - resolved: the same with its secrets, which stay out of what is found.
    /// - Throws: `ProposalError` where the answer holds no list, or its items have no ID; `SourceError` where it is no
    ///   JSON.
    init(
        for content: PageContent, of source: ProposedSource, body: String?, resolved: ResolvedSource
    ) throws {
        let document = try content.document()
        let finder = ListFinder(document: document)
        let lists = finder.lists()
        guard let list = lists.first(where: { $0.kind != .empty }) else {
            if let empty = lists.first { throw ProposalError.emptyList(place: empty.place) }
            throw ProposalError.noList(
                found: Self.description(of: document), urls: Self.urls(in: finder, at: content.url, resolved))
        }
        let items = ItemFields(of: finder.items(of: list, most: ListFinder.mostItems), in: document)
        self.list = list
        innerList = finder.innerList(of: list)
        id = try Self.id(of: list, items, finder)
        version = list.kind == .values ? nil : VersionGuess.guess(in: items)
        deleted = list.kind == .values ? nil : DeletionGuess.guess(in: items)
        self.body = body
        self.source = source
        // Where the server has redirected to.
        if content.isTrusted || source.headers.isEmpty && source.query.isEmpty { self.source.url = content.url }
        let isNested = items.fields.contains {
            $0.parent == nil && $0.name.raw == list.path.components.last?.key && $0.present.contains(.array)
        }
        let clues = PagingClues(
            fields: AnswerFields(document, beside: list.path), headers: content.headers, count: list.count,
            parameters: body.map { RequestParameters(body: Array($0.utf8)) }
                ?? RequestParameters(query: self.source.url.query), isNested: isNested)
        pagings = PagingGuesses(clues: clues).all
        requested = clues.parameters.size?.count
        baseURL = resolved.baseURL
        hasValidator = !content.validator.isEmpty && body == nil
    }

    static func id(
        of list: FoundList, _ items: ItemFields, _ finder: ListFinder
    ) throws(ProposalError) -> Guess<ItemIDRule> {
        switch list.kind {
        case .members:
            return Guess(value: .key, evidence: "The list is an object; the keys of its members are their IDs.")
        case .values:
            let values = finder.items(of: list).map { finder.document.scalar(at: $0) }
            return Guess(value: .value, evidence: "Each item is its own ID: \(Sample.texts(values)).")
        case .objects, .empty:
            if let guess = IDGuess.guess(in: items) { return guess }
            let names = items.fields.filter { $0.parent == nil }.prefix(8).map { Sample.line($0.name.raw) }
            throw .noID(place: list.place, count: list.count, fields: names)
        }
    }

    private static func description(of document: JSONDocument) -> String {
        let kind = document.scalar(at: document.root)
        if kind == .array { return "an array whose elements are no items" }
        let keys = document.members(of: document.root).prefix(5).map { "“\(Sample.line($0.key))”" }
        return keys.isEmpty ? kind.kindName : "\(kind.kindName) with \(keys.joined(separator: ", "))"
    }

    /// The lists that a root document names.
    private static func urls(in finder: ListFinder, at url: SourceURL, _ resolved: ResolvedSource) -> [String] {
        let document = finder.document
        let places = document.members(of: document.root).map(\.value) + document.elements(of: document.root)
        let links = places.prefix(ListFinder.mostElements).flatMap { [$0] + document.elements(of: $0).prefix(3) }
        let urls = links.filter(finder.isLink).compactMap { place -> String? in
            guard case .string(let text) = document.scalar(at: place) else { return nil }
            return try? url.resolving(text).keepingSecrets(of: resolved.baseURL).redacted
        }
        return Array(urls.prefix(3))
    }

    // MARK: As text

    var findings: [Finding] {
        let unversioned =
            "No field says when an item was changed (updated_at, modified, …): what was received last counts."
        let undeleted = "No field says that an item is deleted: items leave when two whole walks have not met them."
        let said: [(key: String, value: String?, evidence: String)] = [
            ("items", TOMLText.string(list.path.description), itemsEvidence),
            ("id", Self.text(id.value), id.evidence),
            ("version", Self.text(version), version?.evidence ?? unversioned),
            ("deleted", Self.text(deleted), deleted?.evidence ?? undeleted), ("paging", pagingText, paging.evidence),
        ]
        return said.map { Finding(key: $0, value: $1, evidence: baseURL.hidingSecrets(in: $2)) }
    }

    private static func text(_ guess: Guess<DottedPath>?) -> String? {
        guess.map { TOMLText.string($0.value.description) }
    }

    private var itemsEvidence: String {
        let what =
            switch list.kind {
            case .objects, .empty: "An array of \(list.count.of("object"))"
            case .values: "An array of \(list.count.of("text")) or numbers"
            case .members: "An object of \(list.count) objects alike"
            }
        let groups = innerList.map { path in
            let text = TOMLText.string(Sample.line(path.description))
            return " Look at it: most of each object is a list. Where the items are in there: items = \(text)."
        }
        return (list.path.components.isEmpty ? "\(what); it is the whole answer." : "\(what).") + (groups ?? "")
    }

    static func text(_ rule: ItemIDRule) -> String {
        switch rule {
        case .path(let path): TOMLText.string(path.description)
        case .compound(let paths): TOMLText.strings(paths.map(\.description))
        case .key: TOMLText.string(ItemIDRule.keyWord)
        case .value: TOMLText.string(ItemIDRule.valueWord)
        }
    }

    private var pagingText: String {
        let keys = paging.keys.map { key, value in
            let text =
                switch value {
                case .text(let text): TOMLText.string(text)
                case .number(let number): String(number)
                case .numbers(let numbers): "[\(numbers.map(String.init).joined(separator: ", "))]"
                }
            return "\(key) = \(text)"
        }
        return "{ \((["style = \(TOMLText.string(paging.style.rawValue))"] + keys).joined(separator: ", ")) }"
    }
}

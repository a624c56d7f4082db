import FeedModel
import FeedSource

/// The ways in which a list may be read page by page, the likeliest first.
struct PagingGuesses {
    let clues: PagingClues

    private static let pageParameters = ["page", "p", "pagenumber", "pageindex", "pg", "pageno"]
    /// What the first request of a list by cursor may have to send.
    private static let firstCursors: Set<String> = ["*", "-1", "0", "start", "first", "begin", "initial", "true"]

    var all: [PagingGuess] {
        let named = namedURLs + cursors
        let guesses = named.isEmpty ? ended + counted : named
        return guesses.map(completed)
    }

    // MARK: Named by the answer

    private var namedURLs: [PagingGuess] {
        var guesses: [PagingGuess] = []
        if LinkHeader.next(in: clues.headers.all("Link")) != nil {
            guesses.append(PagingGuess(.link, .named, evidence: "The header Link names the next page (rel=\"next\")."))
        }
        if let header = clues.nextHeader {
            guesses.append(
                PagingGuess(
                    .nextURL, .named, [("next_header", .text(header))],
                    evidence: "The header \(header) has the URL of the next page."))
        }
        if let field = clues.nextURL {
            guesses.append(
                PagingGuess(
                    .nextURL, .named, [("next", .text(field.path.description))],
                    evidence: "“\(field.path)” has the URL of the next page."))
        }
        return guesses
    }

    private var ended: [PagingGuess] {
        guard let field = clues.endedNextURL else { return [] }
        return [
            PagingGuess(
                .nextURL, .ended, [("next", .text(field.path.description))],
                evidence: "“\(field.path)” is null, as on a last page: look again when the list has more pages.")
        ]
    }

    private static let cursorNames = [
        "nextcursor", "endcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextcontinuationtoken",
        "continuation", "continue", "nextoffset", "nextmarker", "nextpage", "nextid", "nextkey", "bookmark", "scrollid",
        "lastevaluatedkey", "cursor", "after", "next",
    ]

    /// A token, a number or an object of them, and the parameters that may take it.
    private var cursors: [PagingGuess] {
        let other = clues.fields.all.first { field in
            (field.name.plain.hasPrefix("next") || field.name.plain == "offset" && field.number == nil)
                && Self.isCursor(field)
        }
        guard let field = clues.fields.first(of: Self.cursorNames, where: Self.isCursor) ?? other else { return [] }
        var keys: [PagingGuess.Key] = [("next", .text(field.path.description))]
        if let more = clues.hasNext { keys.append(("has_next", .text(more.path.description))) }
        if field.value == .object, field.name.plain == "continue" {
            return [
                PagingGuess(
                    .cursor, .named, keys,
                    evidence: "“\(field.path)” is an object: all its members are sent to get the next page.")
            ]
        }
        var places: [String] = []
        let names = Self.parameters(for: field.name)
        // A body that names no cursor may take one at the top.
        let known = names.compactMap(clues.parameters.place)
        let candidates = known.isEmpty ? names : known
        for place in candidates where !places.contains(place) { places.append(place) }
        return places.prefix(4).map { place in
            var keys = keys
            if let first = clues.parameters.all.first(where: { $0.place == place })?.value,
                Self.firstCursors.contains(first)
            {
                keys.insert(("first", .text(first)), at: 0)
            }
            return PagingGuess(
                .cursor, .named, [("param", .text(place))] + keys,
                evidence: "“\(field.path)” names the next page: \(Sample.text(field.value)).")
        }
    }

    private static func isCursor(_ field: AnswerField) -> Bool {
        switch field.value {
        case .string(let text): !text.isEmpty && !PagingClues.looksLikeURL(text)
        case .number: true
        case .object: ["continue", "lastevaluatedkey"].contains(field.name.plain)
        case .null, .bool, .array: false
        }
    }

    /// `nextPageToken` is sent as `pageToken`, `endCursor` as `after`, `LastEvaluatedKey` of AWS as `ExclusiveStartKey`;
    /// else by the names in wide use.
    private static func parameters(for name: FieldName) -> [String] {
        if name.plain == "lastevaluatedkey" { return ["ExclusiveStartKey"] }
        var names: [String] = []
        if name.plain == "endcursor" { names.append("after") }
        for prefix in ["next_", "next-", "next"] where name.raw.hasPrefix(prefix) && name.raw.count > prefix.count {
            let rest = name.raw.dropFirst(prefix.count)
            names.append(prefix == "next" ? rest.prefix(1).lowercased() + rest.dropFirst() : String(rest))
            break
        }
        if name.plain == "next" { return names + ["cursor", "next", "after", "page"] }
        let isCursor = name.plain.hasSuffix("cursor")
        return names + (isCursor ? ["start_cursor"] : []) + [name.raw, "cursor", "after"]
    }

    // MARK: Counted

    /// By page or by the number of items before it.
    private var counted: [PagingGuess] {
        let byPage = pages
        let byOffset = offsets
        let offset = clues.parameters.first(of: PagingClues.offsetNames)
        let isByOffset =
            clues.parameters.first(of: Self.pageParameters) == nil && (offset != nil || clues.offset != nil)
        let first = Array(byOffset.prefix(1))
        let likely = isByOffset ? first + byPage : byPage + first
        let afterIDs = clues.hasNext?.value == .bool(true) ? afterIDs : []
        return likely + afterIDs + byOffset.dropFirst()
    }

    private var pages: [PagingGuess] {
        let known = clues.parameters.first(of: Self.pageParameters)
        if let known { return [page(at: known.place, known)] }
        return (bracketed + [clues.parameters.place(of: "page")].compactMap(\.self)).map { page(at: $0, nil) }
    }

    /// Parameters in brackets that may take the number of a page: `page[number]` beside `page[size]` (JSON:API),
    /// `searchCriteria[currentPage]` (Magento), `pagination[page]` where the answer has it there (Strapi).
    private var bracketed: [String] {
        if clues.parameters.isInBody { return [] }
        let families = clues.parameters.all.compactMap { parameter in
            parameter.place.hasSuffix("]") ? parameter.place.prefix { $0 != "[" } : nil
        }
        if families.contains("page") { return ["page[number]"] }
        if families.contains("searchCriteria")
            || clues.fields.all.contains(where: { $0.name.plain == "searchcriteria" })
        {
            return ["searchCriteria[currentPage]"]
        }
        let isPagination = families.contains("pagination") || clues.page?.parent?.plain == "pagination"
        return isPagination ? ["pagination[page]"] : []
    }

    private func page(at place: String, _ known: RequestParameters.Parameter?) -> PagingGuess {
        var keys: [PagingGuess.Key] = []
        if place != "page" { keys.append(("param", .text(place))) }
        if known?.value == "0" || clues.page?.number == 0 { keys.append(("first", .number(0))) }
        var evidence: [String] = []
        if let known { evidence.append("The request has the parameter \(known.place).") }
        if let page = clues.page { evidence.append("“\(page.path)” is the number of the page.") }
        if let pages = clues.pageCount, clues.hasNext == nil {
            keys.append((pages.key, .text(pages.place)))
            evidence.append("\(Self.place(pages)) says how many pages there are: \(pages.count).")
        }
        var guess = PagingGuess(.page, .usual, keys, evidence: evidence.joined(separator: " "))
        guess.start = Self.start(known)
        return guess
    }

    private var offsets: [PagingGuess] {
        let known = clues.parameters.first(of: PagingClues.offsetNames)
        let said = [clues.offset?.name.raw].compactMap(\.self)
        let usual = ["offset", "skip", "start"].filter { !said.contains($0) }
        let names = known.map { [$0.place] } ?? (said + usual).compactMap(clues.parameters.place)
        return names.map { name in
            var guess = PagingGuess(
                .offset, .usual, name == "offset" ? [] : [("param", .text(name))],
                evidence: known.map { "The request has the parameter \($0.place)." } ?? "")
            guess.start = Self.start(known)
            return guess
        }
    }

    /// Where a URL copied from the middle of a list begins.
    private static func start(_ parameter: RequestParameters.Parameter?) -> Int? {
        parameter.flatMap { Int($0.value) }.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    }

    private var afterIDs: [PagingGuess] {
        ["starting_after", "after", "after_id"].compactMap(clues.parameters.place).map {
            PagingGuess(.afterID, .usual, [("param", .text($0))], evidence: "")
        }
    }

    private static func place(_ found: (key: String, place: String, count: Int)) -> String {
        found.key.hasSuffix("_header") ? "The header \(found.place)" : "“\(found.place)”"
    }

    // MARK: What every style takes

    /// With what says whether there is more, the total and the size of pages.
    private func completed(_ guess: PagingGuess) -> PagingGuess {
        var guess = guess
        var sentences = guess.evidence.isEmpty ? [] : [guess.evidence]
        let isCounted = [.page, .offset, .afterID].contains(guess.style)
        if isCounted, let more = clues.hasNext {
            guess.keys.append(("has_next", .text(more.path.description)))
            sentences.append("“\(more.path)” says whether there is another page.")
        }
        let hasMore = guess.ground == .named && clues.hasNext?.value != .bool(false)
        if let total = clues.total(hasMore: hasMore || clues.hasNext?.value == .bool(true)) {
            guess.keys.append((total.key, .text(total.place)))
            sentences.append("\(Self.place(total)) says how many items there are: \(total.count).")
        }
        let taken = guess.keys.compactMap { if case ("param", .text(let name)) = $0 { name } else { nil } }
        if let size = clues.parameters.size ?? sizeInNextURL, !taken.contains(size.place) {
            guess.keys += [("size_param", .text(size.place)), ("size", .number(size.count))]
        } else if guess.style == .offset, !guess.knowsEnd {
            guess.keys.append(("size", .number(clues.count)))
            sentences.append("The first page has \(clues.count) items; a shorter one is the last.")
        }
        guess.evidence = sentences.joined(separator: " ")
        return guess
    }

    /// What the server itself writes into the URL of the next page.
    private var sizeInNextURL: (place: String, count: Int)? {
        if clues.parameters.isInBody { return nil }
        let link = LinkHeader.next(in: clues.headers.all("Link"))
        guard let text = clues.nextURL?.text ?? link ?? clues.nextHeader.flatMap({ clues.headers[$0] }),
            let query = try? URLReference(text).query
        else { return nil }
        let parameters = RequestParameters(query: query)
        // Shorter ones are too much like other parameters.
        guard let size = parameters.size, size.place.count > 3, size.place != "first", size.place != "count" else {
            return nil
        }
        return size
    }
}

import FeedModel

extension CollectionSpec {
    /// What is odd in the answer that ended a list, in one line that is the same each time: it says that there is more.
    /// Nil where nothing is, and where the answer has said at `has_next` that the list ends.
    ///
    /// What the manifest names is not doubted but for three things: an empty page that the number of pages counts, a
    /// total of 10,000, where many servers stop counting, and a list that is not there at all.
    ///
    /// - Parameter itemsRead: how many elements the list had, those of this page included.
    func remark(onEnd page: DecodedPage, _ metadata: PageMetadata, _ content: PageContent, itemsRead: Int) -> String? {
        guard metadata.saysMore != false, let document = try? JSONDocument(page.body) else { return nil }
        if itemsRead == 0, document.value(at: items) == nil {
            return "nothing is at “\(items)”, so the list counts as empty: is `items` right?"
        }
        if page.itemCount == 0, itemsRead > 0, metadata.pageCount ?? 0 > 0 {
            return "the last of the pages is empty: does the server count pages from 0 (`first = 0`)?"
        }
        if paging.style == .none, let total = metadata.reportedTotal, total > itemsRead {
            return
                "the total is \(total), and the one answer has \(itemsRead): how are the others asked for (`paging`)?"
        }
        if paging.isPart(content, metadata) {
            return "the one answer is a part of the list (206): how are the others asked for (`paging`)?"
        }
        if let total = metadata.reportedTotal {
            let isCapped = total == 10_000 && itemsRead >= total
            return isCapped
                ? "the list ends at its total of 10000, where many servers stop counting: is there more?" : nil
        }
        let isLinked = paging.style != .link && LinkHeader.next(in: content.headers.all("Link")) != nil
        let sign = isLinked ? "the header Link" : sign(in: document, page, itemsRead).map { "“\($0)”" }
        return sign.map { "\($0) says that there is more where the list ends: is `paging` right?" }
    }

    /// The first member around the list, or one level further in, that says that there is more.
    private func sign(in document: JSONDocument, _ page: DecodedPage, _ itemsRead: Int) -> String? {
        // Where items have lists of the same name in them, as comments have replies, a total may count those, too. Where
        // nothing comes after the last item, the server has said itself that it is the last.
        let isNested = page.items.prefix(100).contains { item in
            document.members(of: item.payload).contains {
                $0.key == items.components.last?.key && document.scalar(at: $0.value) == .array
            }
        }
        let isAfterLast = paging.style == .afterID && page.itemCount == 0
        let counted = isNested || isAfterLast ? Int.max : itemsRead
        let outer = items.components.indices.compactMap {
            document.value(at: DottedPath(components: items.components[..<$0]))
        }.flatMap { document.members(of: $0) }
        return (outer + outer.flatMap { document.members(of: $0.value) })
            .first { saysMore($0.key, $0.value, in: document, counted) }?.key
    }

    private func saysMore(_ key: String, _ value: Range<Int>, in document: JSONDocument, _ itemsRead: Int) -> Bool {
        let name = String(key.lowercased().filter(\.isLetter))
        return switch document.scalar(at: value) {
        case .bool(true):
            [
                "hasmore", "hasnext", "hasnextpage", "more", "moreresults", "morerecords", "moreavailable",
                "istruncated",
            ].contains(name)
        case .bool(false): ["done", "last", "islast", "islastpage"].contains(name)
        case .string(let text):
            !text.isEmpty && text != paging.endCursor
                && [
                    "next", "nextcursor", "nextlink", "nextpagetoken", "nextpageurl", "nextrecordsurl", "nexttoken",
                    "nexturl", "odatanextlink",
                ].contains(name)
        case .number(let text):
            // A count is how many there are, or how many were asked for.
            Int(text) ?? 0 > itemsRead
                && ([
                    "total", "totalcount", "totalelements", "totalitems", "totalresults", "totalsize", "totalreplies",
                    "totalrecords", "numfound",
                ].contains(name) || name == "count" && paging.style == .none && PageLength.isRound(itemsRead))
        case .object:
            document.members(of: value).contains { member in
                // A cursor of several members, or a link (HAL).
                ["continue", "lastevaluatedkey"].contains(name)
                    || name == "next" && ["href", "url"].contains(member.key)
                        && document.scalar(at: member.value).identifier?.isEmpty == false
            }
        case .null, .array: false
        }
    }
}

extension Paging {
    /// Whether the only answer says that it is a part of the list, and not how long that is.
    func isPart(_ content: PageContent, _ metadata: PageMetadata) -> Bool {
        style == .none && content.status == 206 && metadata.reportedTotal == nil
    }
}

/// Lengths of answers that servers choose for a page.
package enum PageLength {
    package static func isRound(_ count: Int) -> Bool { count == 25 || count >= 20 && count % 10 == 0 }
}

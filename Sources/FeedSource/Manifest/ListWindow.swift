package import FeedModel

/// How much of a list is kept, from its first item on: what `keep` says.
package enum ListWindow: Hashable, Sendable {
    /// So many elements, 1 or more.
    case newest(Int)
    /// What is younger than so many seconds, by the date at that path of an item.
    case younger(seconds: Int64, by: DottedPath)

    /// How many elements may be asked for before it is known what they are.
    package var foreseen: Int {
        if case .newest(let count) = self { count } else { 0 }
    }

    /// Whether the list has come to the edge with a page: so many elements are read, or most of the page's items that have
    /// a date are older than the window. A single one may be pinned, or put in later.
    ///
    /// - Parameters:
    ///   - elements: of the list up to the end of the page.
    ///   - payloads: of the page's items.
    ///   - now: the server's time.
    /// - Throws: `SourceError` where no item has a date: the list would be read to its end; what `payloads` throws.
    package func ends(after elements: Int, payloads: () throws -> [ArraySlice<UInt8>], now: Instant) throws -> Bool {
        switch self {
        case .newest(let count): return elements >= count
        case .younger(let seconds, let path):
            let oldest = now.advanced(bySeconds: -seconds)
            let payloads = try payloads()
            let dates = payloads.compactMap { Self.date(in: $0, at: path) }
            guard payloads.isEmpty || !dates.isEmpty else {
                throw SourceError(
                    .malformed("no item of a page has a date at “\(path)”", advice: "is keep.by right?"), url: nil)
            }
            return dates.count { $0 < oldest } * 2 > dates.count
        }
    }

    private static func date(in payload: ArraySlice<UInt8>, at path: DottedPath) -> Instant? {
        guard let document = try? JSONDocument(Array(payload)), case .string(let text) = document.scalar(at: path),
            case .date(let date) = ItemVersion(text: text)
        else { return nil }
        return date
    }

    init(_ table: ManifestTable) throws(ManifestError) {
        if let count = try table.integer("newest") {
            for key in ["days", "by"] where table.has(key) {
                throw table.error(key, .impossible("and newest both say what is kept; keep one"))
            }
            self = .newest(count)
            return
        }
        guard let days = try table.integer("days") else {
            throw table.error(
                table.has("by") ? "days" : "newest",
                .missingKey(advice: "write { newest = 1000 } or { days = 30, by = \"created_at\" }"))
        }
        let path = try table.required(
            "by", orAdvise: "write the path to the date that makes an item older", table.innerPath)
        self = .younger(seconds: Int64(days) * 86_400, by: path)
    }
}

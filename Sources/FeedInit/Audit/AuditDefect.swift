/// A kind of defect of a list API.
struct AuditDefect: Equatable, Sendable {
    enum Severity: String, CaseIterable, Sendable {
        /// Apps lose items, or show wrong ones.
        case high
        /// Apps see changes late, or ask for much in vain.
        case medium
        /// Each sync costs more than it has to.
        case low
    }

    /// In snake case; it stays the same from version to version.
    let code: String
    let severity: Severity
    /// What it costs an app.
    let cost: String
    /// What mends it, in the server or in the manifest.
    let mend: String

    private init(_ code: String, _ severity: Severity, _ cost: String, _ mend: String) {
        (self.code, self.severity, self.cost, self.mend) = (code, severity, cost, mend)
    }

    // MARK: Order and ends

    static let unstableOrder = AuditDefect(
        "unstable_order", .high, "items slide out of sight between two pages, and others come twice",
        "server: sort by a key that no two items share, such as the date and then the ID")
    static let overlappingPages = AuditDefect(
        "overlapping_pages", .medium, "items come twice, and nobody can tell that from a list that moves",
        "server: begin each page after the last item of the page before it")
    static let endlessList = AuditDefect(
        "endless_list", .high, "a reader asks without an end, or stops and never knows what is missing",
        "server: name no next page on the last one; manifest: are the parameters of `paging` those of the API?")
    static let endsEarly = AuditDefect(
        "ends_early", .high, "the items after the end are never seen, and count as deleted",
        "server: name a next page while there is one, and count what is listed; manifest: is `paging` right?")
    static let nextAfterLast = AuditDefect(
        "next_after_last", .low, "each walk asks for one more page, which holds nothing",
        "server: name no next page on the last one")
    static let cappedSize = AuditDefect(
        "capped_size", .medium, "a reader that takes a short page for the last one loses the rest of the list",
        "manifest: ask for what the server gives; server: refuse a size that is too large")

    // MARK: Totals

    static let wrongTotal = AuditDefect(
        "wrong_total", .medium, "nobody can tell a whole list from one that was cut short",
        "server: count what is listed; manifest: leave `paging.total` out")
    static let unsteadyTotal = AuditDefect(
        "unsteady_total", .medium, "each walk looks as if the list had moved under it, so deletions are believed late",
        "server: give the length of the list, the same on each page; manifest: leave `paging.total` out")
    static let cappedTotal = AuditDefect(
        "capped_total", .high, "a reader that ends at the total loses all that comes after it",
        "server: say where counting stops, or count on; manifest: leave `paging.total` out")

    // MARK: Items

    static let missingID = AuditDefect(
        "missing_id", .high, "these items cannot be stored, and hold up the deletion of others",
        "server: give each item an ID that is a text or an integer; manifest: is `id` right?")
    static let repeatedID = AuditDefect(
        "repeated_id", .medium, "an item is there twice, and lists drawn by ID break",
        "server: list each item once (does a join repeat rows?)")
    static let ambiguousID = AuditDefect(
        "ambiguous_id", .high, "of the items that share an ID only one is kept",
        "server: give each item an ID of its own; manifest: name the fields that are one ID together, id = [\"a\", \"b\"]"
    )
    static let mixedIDTypes = AuditDefect(
        "mixed_id_types", .medium, "apps that decode the ID as one type fail on the items of the other",
        "server: write all IDs as texts, or all as integers")
    static let mixedElements = AuditDefect(
        "mixed_elements", .medium, "what is no object cannot be stored, and a strict decoder refuses the whole page",
        "server: list objects only; leave out what is gone")

    static let otherContent = AuditDefect(
        "other_content", .high, "what an item is depends on the page that it came with: a part may be missing",
        "server: list an item with the same content on every page; manifest: leave the parameter out that cuts it")

    // MARK: Versions and deltas

    static let versionGoesBack = AuditDefect(
        "version_goes_back", .high, "the newer content is taken for old, and is not shown",
        "server: let versions only grow (do servers behind a balancer differ?)")
    static let versionStays = AuditDefect(
        "version_stays", .medium, "a delta never brings the change, and two copies cannot be put in order",
        "server: raise the version with each change; manifest: ignore the fields that are no content")
    static let mixedVersions = AuditDefect(
        "mixed_versions", .medium, "versions of different kinds cannot be compared, so an old one may win",
        "server: write each version as an integer, or each as an RFC 3339 date")
    static let deltaLoses = AuditDefect(
        "delta_loses", .high, "changes are missing until the list is walked whole",
        "server: answer all that is newer than the start; manifest: leave `delta` out, or give it an `overlap`")
    static let deltaMeansEqual = AuditDefect(
        "delta_means_equal", .high, "a delta brings what was changed at that very time, and nothing newer",
        "manifest: name the parameter that means “after” (updated_after, since, …), or write it in `delta.template`")
    static let deltaIgnored = AuditDefect(
        "delta_ignored", .medium, "each delta costs as much as the list from its start to its end",
        "server: leave out what is older; manifest: is `delta.param` right?")
    static let deltaRefused = AuditDefect(
        "delta_refused", .medium, "each delta fails, and the whole list is read instead",
        "manifest: write the start as the server wants it (`delta.format`), or leave `delta` out")
    static let deltaWithoutTombstones = AuditDefect(
        "delta_without_tombstones", .low, "deleted items stay on screen until the list is walked whole",
        "server: list what was deleted with a mark; manifest: name it with `deleted`, or walk the list whole more often"
    )

    // MARK: Caching and cost

    static let validatorStays = AuditDefect(
        "validator_stays", .high, "the change is answered with 304, and is never seen",
        "server: make the ETag from all that the answer holds; set Last-Modified with deletions, too")
    static let etagChanges = AuditDefect(
        "etag_changes", .medium, "what has not changed is sent again with each sync",
        "server: make the ETag from the content, not from the time, the process or the machine")
    static let coarseLastModified = AuditDefect(
        "coarse_last_modified", .medium, "a second change within the same minute is never seen",
        "server: write Last-Modified with seconds, or send an ETag")
    static let recentLastModified = AuditDefect(
        "recent_last_modified", .medium, "what has not changed is sent again with each sync",
        "server: Last-Modified is when the content changed, not when it was asked for; or send an ETag")
    static let publicAnswer = AuditDefect(
        "public_answer", .high, "a shared cache may give what one user reads to another",
        "server: answer requests with Authorization with Cache-Control: private, or no-store")
    static let missingVary = AuditDefect(
        "missing_vary", .medium, "a shared cache may give a packed answer to a client that cannot unpack it",
        "server: send Vary: Accept-Encoding")
    static let senselessRetryAfter = AuditDefect(
        "senseless_retry_after", .medium, "clients come back at once, much too late, or all together",
        "server: write whole seconds from 1 to 86400, or an HTTP date ahead")
    static let noCompression = AuditDefect(
        "no_compression", .low, "each page costs several times the bytes",
        "server: pack answers with gzip where the request accepts it")
    static let heavyItems = AuditDefect(
        "heavy_items", .low, "a list costs the bytes of all its details",
        "server: list what a row shows, and give the rest by ID; manifest: `detail` asks for it")
    static let heavyPages = AuditDefect(
        "heavy_pages", .medium, "on a slow network a page does not arrive before the timeout",
        "manifest: ask for fewer items a page")
}

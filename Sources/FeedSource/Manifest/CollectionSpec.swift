import FeedModel

/// What a manifest says about one collection: where its list is, how to walk it and how to read its items.
public struct CollectionSpec: Hashable, Sendable {
    /// What a 304 for a page speaks for.
    public enum ValidatorScope: String, CaseIterable, Sendable {
        /// The page alone.
        case page
        /// On the first page: the whole list.
        case list
    }

    /// How to ask only for what changed.
    public struct Delta: Hashable, Sendable {
        /// The query parameter that takes the greatest version seen.
        public let param: String
        /// What is taken off that version before it is sent, in the version's own unit; 0 or more.
        public let overlap: Int
        /// Where items that are new go.
        public let place: DeltaPlace
    }

    /// What commands and the database call it; unique in the manifest.
    public let name: String
    /// Below the source's `base_url`; may have a query.
    public let path: String
    /// Where the array of items is in an answer.
    public let items: DottedPath
    /// Where the ID is in an item.
    public let id: DottedPath
    /// Where the version is in an item; nil where items have none.
    public let version: DottedPath?
    /// Where an item says that it is deleted; nil where that is not told.
    public let deleted: DottedPath?
    /// How the list is walked from page to page.
    public let paging: Paging
    /// How to ask for changes only; nil where that is not possible.
    public let delta: Delta?
    /// What a 304 speaks for.
    public let validator: ValidatorScope

    /// The decoder for the pages of this collection, made for `Paging.clues(in:headers:)`.
    public var decoder: PageDecoder {
        PageDecoder(items: items, id: id, version: version, deleted: deleted, extras: paging.extraPaths)
    }

    /// A digest of all that says which list is walked and how, the credentials it is asked for with included.
    ///
    /// A walk is not continued under another fingerprint: its cursor belongs to another list. The same manifest gives
    /// the same fingerprint in every process and release.
    public func fingerprint(source: Manifest.Source) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(source.baseURL.description)
        for header in source.headers { fingerprint.add("\(header.name.lowercased()): \(header.template)") }
        fingerprint.add(path)
        fingerprint.add(items.description)
        fingerprint.add(id.description)
        fingerprint.add(version?.description)
        fingerprint.add(deleted?.description)
        paging.add(to: &fingerprint)
        return fingerprint.text
    }
}

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
        /// How it is written when it is sent.
        public let format: DeltaFormat
        /// Where items that are new go.
        public let place: DeltaPlace
    }

    /// What commands and the database call it; unique in the manifest.
    public let name: String
    /// Below the source's `base_url`; may have a query. Filled in where the collection is one of a `ResolvedSource`.
    public internal(set) var path: String
    let pathTemplate: ValueTemplate
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
    /// How often a list that is kept by delta is walked whole, in seconds; 60 or more.
    public let wholeEvery: Int64
    /// What a 304 speaks for.
    public let validator: ValidatorScope
    /// The most elements that the list of a page may have.
    let maxItems: Int

    /// The decoder for the pages of this collection, made for `Paging.metadata(of:headers:)`.
    public var decoder: PageDecoder {
        PageDecoder(
            items: items, id: id, version: version, deleted: deleted, extras: paging.extraPaths, maxItems: maxItems)
    }

    /// Names the rules by which items are read: the paths of ID, version and deletion mark, and how they are understood.
    public var itemRules: String {
        var fingerprint = Fingerprint()
        fingerprint.add(Self.itemRulesEdition)
        fingerprint.add(id.description)
        fingerprint.add(version?.description)
        fingerprint.add(deleted?.description)
        return fingerprint.text
    }

    /// Counts up when this program comes to read IDs, versions or deletion marks otherwise.
    private static let itemRulesEdition = 1

    /// Reads an array of payloads by the rules that `itemRules` names.
    public var payloadDecoder: PageDecoder {
        PageDecoder(items: DottedPath(components: []), id: id, version: version, deleted: deleted)
    }

    /// The collection with its path filled in.
    func filled(path: String) -> CollectionSpec {
        var spec = self
        spec.path = path
        return spec
    }

    /// A digest of all that says which list is walked and how. Of headers and query it has what the manifest says, not
    /// the values that come from the environment.
    ///
    /// A walk is not continued under another fingerprint: its cursor belongs to another list. The same manifest gives
    /// the same fingerprint in every process and release.
    public func fingerprint(source: ResolvedSource) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(source.baseURL.description)
        for header in source.source.headers { fingerprint.add("\(header.name.lowercased()): \(header.value.text)") }
        for parameter in source.source.query { fingerprint.add("?\(parameter.name)=\(parameter.value.text)") }
        fingerprint.add(path)
        fingerprint.add(items.description)
        fingerprint.add(id.description)
        fingerprint.add(version?.description)
        fingerprint.add(deleted?.description)
        paging.add(to: &fingerprint)
        return fingerprint.text
    }
}

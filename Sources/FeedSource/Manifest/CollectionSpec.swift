package import FeedModel

/// What a manifest says about one collection: where its list is, how to walk it and how to read its items.
package struct CollectionSpec: Hashable, Sendable {
    /// What a 304 for a page speaks for.
    package enum ValidatorScope: String, CaseIterable, Sendable {
        case page
        /// On the first page: the whole list.
        case list
    }

    package struct Delta: Hashable, Sendable {
        /// The query parameter that takes the greatest version seen; nil where a template has a place for it.
        package let param: String?
        /// What is taken off that version before it is sent, in the version's own unit; 0 or more.
        package let overlap: Int
        /// How it is written when it is sent; nil: as it was read, but in UTC where it is a time without a zone.
        package let format: DeltaFormat?
        package let place: DeltaPlace
        /// What is sent, with `{}` for the start.
        let template: String
        /// What is sent in its place where the whole list is read; nil for nothing.
        let first: String?
    }

    /// Where more of each item is than its list has.
    package struct Detail: Hashable, Sendable {
        /// Below the source's `base_url`, with a place for one ID or for several. Filled in as the list's path is.
        package internal(set) var path: String
        let pathTemplate: ValueTemplate
        /// Where it is in an answer: a value, or the list of items where several are asked for.
        package let items: DottedPath
        /// How many items one request asks for, 1 or more; nil where it is one, by `{id}`.
        package let batch: Int?

        static let oneID = "{id}"
        static let severalIDs = "{ids}"
    }

    /// What commands and the database call it; unique in the manifest.
    package let name: String
    /// Below the source's `base_url`; may have a query. Filled in where the collection is one of a `ResolvedSource`.
    package internal(set) var path: String
    let pathTemplate: ValueTemplate
    package let items: DottedPath
    package let id: ItemIDRule
    package let version: DottedPath?
    package let deleted: DottedPath?
    package let ignored: IgnoredFields?
    package let ignoredPaths: [DottedPath]
    /// The body that the list is asked for with by POST; nil where it is got without one.
    package let body: BodyTemplate?
    /// Sent with each request for the list, to the origin of the source only. In the order of their names.
    package let headers: [NamedTemplate]
    /// Parameters of its requests, beside those of its path. In the order of their names.
    let query: [NamedTemplate]
    package let contentType: String
    /// The values of the variables that its templates need; secrets. Filled in as `path` is.
    var environment: [String: String] = [:]
    package internal(set) var paging: Paging
    /// How to ask for changes only; nil where that is not possible.
    package let delta: Delta?
    /// How often a list that is kept by delta is walked whole, in seconds; 60 or more.
    package let wholeEvery: Int64
    package let keep: ListWindow?
    /// What is asked for of each new or changed item besides; nil for nothing.
    package internal(set) var detail: Detail?
    /// Where its items name pictures and files that are kept, too.
    package let assets: [DottedPath]
    package let validator: ValidatorScope
    let maxItems: Int
    /// What messages call the keys `id`, `deleted` and `body`, and their lines.
    let places: [String: KeyPlace]

    /// What is wrong where the stored items show that the key `id` or `deleted` is a slip.
    package func slip(in key: String, _ message: String, file: String) -> ManifestError {
        (places[key] ?? KeyPlace("collections.\(key)")).error(.impossible(message), file: file)
    }

    package var decoder: PageDecoder {
        PageDecoder(
            items: items, id: id, version: version, deleted: deleted, ignored: ignored, extras: paging.extraPaths,
            maxItems: maxItems)
    }

    /// Names the rules by which items are read: the paths of ID, version and deletion mark, and how they are understood.
    package var itemRules: String {
        var fingerprint = Fingerprint()
        fingerprint.add(Self.itemRulesEdition)
        addItemPaths(to: &fingerprint)
        return fingerprint.text
    }

    private func addItemPaths(to fingerprint: inout Fingerprint) {
        id.add(to: &fingerprint)
        fingerprint.add(version?.description)
        fingerprint.add(deleted?.description)
    }

    /// Counts up when this program comes to read IDs, versions or deletion marks otherwise.
    private static let itemRulesEdition = 2

    /// Reads an array of payloads by the rules that `itemRules` names. Where IDs are keys (`@key`) they are not in the
    /// payloads, and every item is read as one without an ID.
    package var payloadDecoder: PageDecoder {
        PageDecoder(items: DottedPath(components: []), id: id, version: version, deleted: deleted, isBare: true)
    }

    /// Of one item so many at a path count.
    private static let mostAssets = 100

    /// The URLs of pictures and files that an item names, as it writes them, in the order of `assets`. A path may lead to a
    /// text or to a list of texts. What is in the URL itself needs no file, and what is too long is none.
    package func assetURLs(in payload: some Sequence<UInt8>) -> [String] {
        guard !assets.isEmpty, let document = try? JSONDocument(Array(payload)) else { return [] }
        var urls: [String] = []
        for place in assets.flatMap({ document.values(at: $0).prefix(Self.mostAssets) }) {
            guard case .string(let text) = document.scalar(at: place), !text.isEmpty, !text.hasPrefix("data:"),
                text.utf8.count <= SourceURL.maximumLength, !urls.contains(text)
            else { continue }
            urls.append(text)
        }
        return urls
    }

    static let json = "application/json"

    /// The same list in pages of another size; nil where requests do not say how long a page is.
    package func sized(_ count: Int) -> CollectionSpec? {
        guard let size = paging.size, size.isAsked else { return nil }
        var spec = self
        spec.paging.size = Paging.PageSize(param: size.param, count: count, isAsked: true)
        return spec
    }

    /// A digest of all that says which list is walked and how. Of headers and query it has what the manifest says, not
    /// the values that come from the environment.
    ///
    /// A walk is not continued under another fingerprint: its cursor belongs to another list. The same manifest gives
    /// the same fingerprint in every process and release.
    ///
    /// Fields that are ignored count too: where one is ignored no more, what validators speak of is not what is stored.
    package func fingerprint(source: ResolvedSource) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(source.baseURL.description)
        for header in source.source.headers { fingerprint.add("\(header.name.lowercased()): \(header.value.text)") }
        for parameter in source.source.query { fingerprint.add("?\(parameter.name)=\(parameter.value.text)") }
        fingerprint.add(path)
        fingerprint.add(items.description)
        addItemPaths(to: &fingerprint)
        paging.add(to: &fingerprint)
        addOptions(to: &fingerprint)
        return fingerprint.text
    }

    /// Each with its name, and only where it is there: manifests without them keep their fingerprint.
    private func addOptions(to fingerprint: inout Fingerprint) {
        if let body { fingerprint.add("body", body.text) }
        for header in headers { fingerprint.add("header", "\(header.name.lowercased()): \(header.value.text)") }
        for path in ignoredPaths { fingerprint.add("ignore", path.description) }
        if let delta, let first = delta.first { fingerprint.add("first", "\(delta.param ?? "")=\(first)") }
        for parameter in query { fingerprint.add("query", "\(parameter.name)=\(parameter.value.text)") }
        if contentType != Self.json { fingerprint.add("content_type", contentType) }
    }
}

/// A digest of texts in order: FNV-1a of 128 bits (draft-eastlake-fnv-21).
///
/// Distinguishes manifests. It is short and the same everywhere, and nothing can be read back from it. It is no defence
/// against forgery.
struct Fingerprint {
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    /// Takes the length in too, so that no two sequences of texts run together.
    mutating func add(_ text: String?) {
        guard let text else { return add(byte: 0) }
        add(byte: 1)
        for shift in stride(from: 0, to: 32, by: 8) {
            add(byte: UInt8(truncatingIfNeeded: text.utf8.count >> shift))
        }
        for byte in text.utf8 { add(byte: byte) }
    }

    mutating func add(_ number: Int?) {
        add(number.map(String.init))
    }

    mutating func add(_ name: String, _ value: String) {
        add(name)
        add(value)
    }

    private mutating func add(byte: UInt8) {
        state = (state ^ UInt128(byte)) &* Self.prime
    }

    /// 32 hexadecimal digits.
    var text: String { String(state, radix: 16).zeroPadded(to: 32) }
}

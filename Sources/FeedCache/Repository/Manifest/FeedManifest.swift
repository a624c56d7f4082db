import FeedModel
import FeedSource
public import Foundation

/// What to cache and from where.
///
/// It is written in TOML, as for the command line, or in Swift:
///
/// ```swift
/// let manifest = try FeedManifest(
///     source: .init(name: "shop", baseURL: "https://api.example.com/v1", headers: ["Authorization": "Bearer ${TOKEN}"]),
///     collections: [
///         .init(
///             name: "photos", path: "photos", items: "data", id: "id", version: "updated_at",
///             paging: .page(size: 50, sizeParameter: "per_page", hasNext: "has_more"))
///     ])
/// ```
///
/// Both forms are read by the same rules, which the article "Manifest reference" lists key by key. A value may hold
/// `${NAME}` wherever the reference says so; `FeedRepository.Configuration.variables` gives the values.
public struct FeedManifest: Sendable {
    let manifest: Manifest

    /// What works but should be changed, such as a secret that is written out; one sentence each.
    public var warnings: [String] { manifest.warnings.map(\.description) }

    /// The names of the collections, in order.
    public var collections: [CollectionName] { manifest.collections.map { CollectionName($0.name) } }

    /// Reads a TOML file.
    ///
    /// - Throws: `FeedError` with the code `manifest`; the message names file, line and key.
    public init(contentsOf url: URL) throws {
        manifest = try FeedError.wrapping { try Manifest.load(path: url.path) }
    }

    /// Reads TOML.
    ///
    /// - Throws: `FeedError` with the code `manifest`; the message names line and key.
    public init(toml: String) throws {
        manifest = try FeedError.wrapping { try Manifest(toml: toml, file: "manifest") }
    }

    /// Makes a manifest of values.
    ///
    /// - Parameters:
    ///   - source: the server.
    ///   - collections: the lists to cache; may be empty where `sections` is given.
    ///   - sections: the section config; its path below the base URL where it has the usual form.
    ///   - ads: where ads come from; nil: there are none.
    ///   - events: where impressions and taps are delivered; nil: they are only counted in the cache.
    ///   - keptSyncs: so many of the last syncs stay in the database, with what was on screen then; 2 to 1,000,000, by
    ///     default 50.
    ///   - keptDays: syncs from before that go as well, but for the last two; 1 to 36,500, by default 90.
    /// - Throws: `FeedError` with the code `manifest`; the message names the collection and the parameter.
    public init(
        source: Source, collections: [Collection], sections: Sections? = nil, ads: Ads? = nil, events: Events? = nil,
        keptSyncs: Int? = nil, keptDays: Int? = nil
    ) throws {
        let root = [String: ManifestValue](parameters: [
            "source": source.table, "collections": collections.map(\.table), "sections": sections?.table,
            "ads": ads?.table, "events": events?.table, "keep": ["runs": keptSyncs, "days": keptDays],
        ])
        manifest = try FeedError.wrapping {
            try Manifest(values: root, file: "manifest", wording: Self.parameter(ofKey:))
        }
    }

    /// The server and how to talk to it.
    public struct Source: Sendable {
        fileprivate var table: [String: ManifestValue]

        /// - Parameters:
        ///   - name: names the source in the database and in messages; not empty, at most 200 bytes.
        ///   - baseURL: an HTTP or HTTPS URL that all paths are below.
        ///   - account: whose data it is: each account has a cache of its own. Usually `${USER}`: a repository is opened with
        ///     its value, and a request whose variables give another value is refused.
        ///   - accountKey: what the name of the account in `FeedRepository.messages(after:follows:)` is made with, the same in
        ///     all caches that are read together. Who has no key cannot tell whose name it is.
        ///   - headers: sent with each request to the origin of `baseURL`, and to no other origin.
        ///   - query: parameters that are sent in the same way.
        ///   - signIn: how requests to that origin are signed in, where `headers` has no `Authorization`.
        ///   - timeout: of one request, from connecting to the last byte; 1 ms to 24 h.
        ///   - attempts: how often a request is sent before it counts as failed; 1 to 100.
        ///   - firstRetryWait: the longest wait before the second time; it doubles with each further one.
        ///   - longestRetryWait: the longest of all waits.
        ///   - maximumBodyBytes: the longest answer that is taken, in bytes after unpacking.
        ///   - maximumItems: the most elements that one page may have; 1 to 1,000,000.
        ///   - concurrency: the most requests that are under way at the same time; 1 to 64.
        ///   - tls: certificates beside those of the system.
        ///   - sharedCache: for how long a cache in front of the server that leaves no mark keeps an answer; whole seconds.
        ///   - assetsMax: what the pictures and files that items name may take on the disk, in bytes, 1 or more.
        ///   - assetsAhead: the rows of each section whose pictures a sync fetches; 0 to 10,000.
        ///   - assetsTypes: the media types that are taken, such as `application/pdf`; empty: `image/*`.
        public init(
            name: String, baseURL: String, account: String? = nil, accountKey: String? = nil,
            headers: [String: String] = [:], query: [String: String] = [:], signIn: SignIn? = nil,
            timeout: Duration? = nil, attempts: Int? = nil,
            firstRetryWait: Duration? = nil, longestRetryWait: Duration? = nil, maximumBodyBytes: Int? = nil,
            maximumItems: Int? = nil, concurrency: Int? = nil,
            tls: TLS? = nil, sharedCache: Duration? = nil, assetsMax: Int? = nil, assetsAhead: Int? = nil,
            assetsTypes: [String] = []
        ) {
            table = .init(parameters: [
                "name": name, "base_url": baseURL, "account": account, "account_key": accountKey, "headers": headers,
                "query": query, "timeout_ms": timeout.map { Int($0.milliseconds) },
                "retry": [
                    "attempts": attempts, "base_delay_ms": firstRetryWait.map { Int($0.milliseconds) },
                    "max_delay_ms": longestRetryWait.map { Int($0.milliseconds) },
                ],
                "max_body_bytes": maximumBodyBytes, "max_items": maximumItems, "concurrency": concurrency,
                "tls": tls?.table, "shared_cache": sharedCache?.wholeSeconds,
                "assets_max": assetsMax.map { "\($0)B" }, "assets_ahead": assetsAhead, "assets_types": assetsTypes,
            ])
            if let signIn { table[signIn.key] = .table(signIn.table) }
        }
    }

    /// How requests are signed in. Texts may hold `${NAME}`.
    public struct SignIn: Sendable {
        fileprivate let key: String
        fileprivate let table: [String: ManifestValue]

        /// HTTP Basic (RFC 7617).
        public static func basic(user: String, password: String) -> SignIn {
            SignIn(key: "basic", ["user": user, "password": password])
        }

        /// OAuth 2 client credentials (RFC 6749, section 4.4). A token is requested when one is needed, kept in memory,
        /// and renewed before it ends.
        ///
        /// - Parameters:
        ///   - tokenURL: where the client's credentials are sent, and to no other URL.
        ///   - clientID: the client's name at the token server.
        ///   - clientSecret: its secret.
        ///   - scope: what the token is for; nil: what the server gives without one.
        public static func clientCredentials(
            tokenURL: String, clientID: String, clientSecret: String, scope: String? = nil
        ) -> SignIn {
            SignIn(
                key: "oauth",
                ["token_url": tokenURL, "client_id": clientID, "client_secret": clientSecret, "scope": scope])
        }

        /// A request whose answer has a token. It is made when a token is needed, and again after an answer of 401.
        ///
        /// - Parameters:
        ///   - path: below the base URL.
        ///   - method: `GET` or `POST`.
        ///   - body: the JSON object that is posted; nil for none.
        ///   - token: the dotted path to the token in the answer.
        ///   - header: the header that has it then, with `{token}`.
        public static func login(
            path: String, method: String = "POST", body: String? = nil, token: String,
            header: String = "Authorization: Bearer {token}"
        ) -> SignIn {
            SignIn(key: "login", ["path": path, "method": method, "token": token, "header": header, "body": body])
        }

        private init(key: String, _ parameters: [String: String?]) {
            (self.key, table) = (key, .init(parameters: parameters))
        }
    }

    /// Files in PEM that connections go by. A path is relative to the working directory.
    public struct TLS: Sendable {
        fileprivate let table: [String: ManifestValue]

        /// - Parameters:
        ///   - caFile: certificates that are trusted beside those of the system.
        ///   - clientCert: the certificate that is shown to the origin of `baseURL`, and to no other; needs `clientKey`.
        ///   - clientKey: its private key.
        public init(caFile: String? = nil, clientCert: String? = nil, clientKey: String? = nil) {
            table = .init(parameters: ["ca_file": caFile, "client_cert": clientCert, "client_key": clientKey])
        }
    }

    /// One list of the server.
    public struct Collection: Sendable {
        fileprivate var table: [String: ManifestValue]

        /// - Parameters:
        ///   - name: names the collection; unique in the manifest.
        ///   - path: of the list, below the base URL; may have a query.
        ///   - items: the dotted path to the list of items in an answer; empty: the answer is the list.
        ///   - id: the dotted path to the ID in an item; `@key`: the list is an object keyed by ID; `@value`: the items
        ///     are texts or numbers.
        ///   - furtherIDs: the dotted paths to what is part of the ID, too.
        ///   - version: the dotted path to the version in an item; nil: items have none, and the latest answer wins.
        ///   - deleted: the dotted path to the deletion mark in an item; nil: there is none.
        ///   - paging: how the list is read page by page.
        ///   - delta: how to ask only for what changed; nil: that is not possible. Needs `version`.
        ///   - validatesWholeList: whether a 304 for the first page means that the whole list is unchanged.
        ///   - ignore: the dotted paths to fields whose change is no change.
        ///   - body: the JSON object that asks for a page by POST, in which the parameters of `paging` and `delta` are
        ///     dotted paths; nil: pages are asked for by GET.
        ///   - headers: sent with each request for the list, to the origin of `baseURL` only.
        ///   - query: parameters of each request for the list.
        ///   - contentType: of `body`.
        ///   - keep: how much of the list is kept, from its first item on; nil: all of it.
        ///   - detail: what is asked for of each new or changed item besides; nil: nothing.
        ///   - assets: the dotted paths to URLs of pictures and files that are kept, too, by the product `FeedAssets`.
        public init(
            name: CollectionName, path: String, items: String, id: String, furtherIDs: [String] = [],
            version: String? = nil, deleted: String? = nil, paging: Paging, delta: Delta? = nil,
            validatesWholeList: Bool = false,
            ignore: [String] = [], body: String? = nil, headers: [String: String] = [:],
            query: [String: String] = [:], contentType: String? = nil, keep: Window? = nil, detail: Detail? = nil,
            assets: [String] = []
        ) {
            table = .init(parameters: [
                "name": name.text, "path": path, "items": items,
                "id": furtherIDs.isEmpty ? id.manifestValue : ([id] + furtherIDs).manifestValue,
                "paging": paging.table, "version": version, "deleted": deleted, "delta": delta?.table,
                "whole_every": delta?.wholeEvery, "validator": validatesWholeList ? "list" : String?.none,
                "ignore": ignore, "headers": headers, "method": body.map { _ in "POST" }, "query": query,
                "content_type": contentType, "body": body, "keep": keep?.table, "detail": detail?.table,
                "assets": assets,
            ])
        }
    }

    /// More of an item than its list has: the member `detail` of its payload. It is asked for when the item is new or has
    /// changed.
    public struct Detail: Sendable {
        fileprivate let table: [String: ManifestValue]

        /// - Parameters:
        ///   - path: below the base URL, with `{id}` for the ID of an item, or `{ids}` for several with commas between.
        ///   - items: the dotted path to the detail in an answer, or to the list of several; empty: the answer is it.
        ///   - batch: how many items a request asks for by `{ids}`; 1 to 1,000, by default 50.
        public init(path: String, items: String = "", batch: Int? = nil) {
            table = .init(parameters: ["path": path, "items": items, "batch": batch])
        }
    }

    /// How much of a list is kept, in whole pages. The list has to begin with its newest items.
    public struct Window: Sendable {
        fileprivate let table: [String: ManifestValue]

        /// So many items, 1 or more.
        public static func newest(_ count: Int) -> Window { Window(table: ["newest": .integer(count)]) }

        /// Items that are no older, by the date at the dotted path `date` of each.
        ///
        /// - Parameters:
        ///   - days: 1 to 3660.
        ///   - date: the dotted path.
        public static func days(_ days: Int, by date: String) -> Window {
            Window(table: ["days": .integer(days), "by": .string(date)])
        }
    }

    /// How to ask only for what changed.
    public struct Delta: Sendable {
        fileprivate var table: [String: ManifestValue]
        fileprivate let wholeEvery: String?

        /// How a version is written when it is sent.
        @nonexhaustive public enum Format: String, Sendable {
            /// As it was read.
            case asIs = "as_is"
            /// An RFC 3339 timestamp in UTC.
            case rfc3339
            /// Whole seconds since 1970.
            case unixSeconds = "epoch"
            /// Whole milliseconds since 1970.
            case unixMilliseconds = "epoch_ms"
            /// An HTTP date.
            case httpDate = "http"
        }

        /// - Parameters:
        ///   - parameter: the query parameter that takes the greatest version; nil where a template has `{since}`.
        ///   - overlap: what is taken off that version first, in its own unit; 0 or more.
        ///   - format: how the version is written; nil: as it was read, but in UTC where it is a time without a zone.
        ///   - placesNewItemsFirst: whether new items go to the head of the list, and not to its end.
        ///   - wholeEvery: how often the whole list is read all the same; 60 s or more, by default 7 days.
        ///   - template: what is sent, with `{}` for the version: `>={}`.
        ///   - first: what is sent in its place where the whole list is read; nil: the parameter is left out.
        public init(
            parameter: String? = nil, overlap: Int = 0, format: Format? = nil, placesNewItemsFirst: Bool = false,
            wholeEvery: Duration? = nil, template: String = "{}", first: String? = nil
        ) {
            table = .init(parameters: [
                "overlap": overlap, "template": template, "param": parameter,
                "place": placesNewItemsFirst ? "head" : String?.none, "format": format?.rawValue, "first": first,
            ])
            self.wholeEvery = wholeEvery?.wholeSeconds
        }
    }

    /// Where the server says how the screen is arranged.
    public struct Sections: Sendable, ExpressibleByStringLiteral {
        fileprivate let table: [String: ManifestValue]

        /// - Parameters:
        ///   - path: below the base URL.
        ///   - items: the dotted path to the list of sections in the answer; empty: the answer is the list.
        ///   - id: the dotted path to the ID in a section. One without an ID has one of its type and title.
        ///   - type: the dotted path to its type.
        ///   - title: the dotted path to its title.
        ///   - layout: the dotted path to the name of its layout.
        ///   - collection: the dotted path to the name of the collection that it shows.
        ///
        /// What is left out is as the manifest reference says.
        public init(
            path: String, items: String? = nil, id: String? = nil, type: String? = nil, title: String? = nil,
            layout: String? = nil, collection: String? = nil
        ) {
            table = .init(parameters: [
                "path": path, "items": items, "id": id, "type": type, "title": title, "layout": layout,
                "collection": collection,
            ])
        }

        /// A section config of the usual form.
        public init(stringLiteral path: String) { self.init(path: path) }
    }

    /// Where ads come from.
    public struct Ads: Sendable {
        fileprivate let table: [String: ManifestValue]

        /// - Parameters:
        ///   - path: below the base URL; asked once for each slot.
        ///   - policy: what is changed in the policies of the section config.
        ///   - sections: the same for single sections, by their IDs; outranks `policy`.
        public init(path: String, policy: AdPolicy = AdPolicy(), sections: [String: AdPolicy] = [:]) {
            table = .init(parameters: ["path": path, "policy": policy.table, "sections": sections.mapValues(\.table)])
        }
    }

    /// Where a section has ads, and what counts as seen.
    public struct AdPolicy: Sendable {
        fileprivate let table: [String: ManifestValue]

        /// - Parameters:
        ///   - fixed: rows that are ads when every slot is filled, from 0.
        ///   - every: how many content items are between two slots; 1 or more.
        ///   - interval: the same in rows, the ad's own included: one more than `every`, which it excludes.
        ///   - first: how many content items are before the first of them.
        ///   - max: how many slots a section has at most.
        ///   - minimumGap: the least number of content items between two ads.
        ///   - trailing: whether an ad may be the last row.
        ///   - ahead: how many content rows above its slot an ad is asked for.
        ///   - lifetime: an ad that is older and was never seen expires.
        ///   - visible: the part of a row that has to be on screen to count as seen; 0 to 1.
        ///   - dwell: for how long it has to be there without a break.
        ///   - insertsAnywhere: whether an ad may also appear between rows on screen, which moves rows down.
        ///
        /// What is left out is as the section config says, else as the manifest reference says.
        public init(
            fixed: [Int] = [], every: Int? = nil, interval: Int? = nil, first: Int? = nil, max: Int? = nil,
            minimumGap: Int? = nil, trailing: Bool? = nil, ahead: Int? = nil, lifetime: Duration? = nil,
            visible: Double? = nil, dwell: Duration? = nil, insertsAnywhere: Bool? = nil
        ) {
            table = .init(parameters: [
                "fixed": fixed, "every": every, "repeating": ["interval": interval], "first": first, "max": max,
                "min_gap": minimumGap, "trailing": trailing, "ahead": ahead,
                "ttl": lifetime.map { $0 / .seconds(1) }, "visible": visible, "dwell": dwell.map { $0 / .seconds(1) },
                "insert": insertsAnywhere.map { $0 ? "anywhere" : "below" },
            ])
        }
    }

    /// Where impressions and taps are delivered.
    public struct Events: Sendable {
        fileprivate var table: [String: ManifestValue]

        /// - Parameters:
        ///   - path: below the base URL.
        ///   - includesItems: whether impressions of content items are delivered, too. Taps, and impressions of ads,
        ///     always are.
        public init(path: String, includesItems: Bool = false) {
            table = .init(parameters: ["path": path, "items": includesItems])
        }
    }
}

extension Duration {
    /// As a manifest has it, rounded down: `90s`.
    fileprivate var wholeSeconds: String { "\(components.seconds)s" }
}

import Foundation

@testable import FeedModel
@testable import FeedSource

/// What reads bytes from outside, and the law each holds to whatever it is given. `FEEDCACHE_FUZZ` names the one to try.
enum Decoder: String, CaseIterable {
    case page, manifest, link, date
    case retryAfter = "retry-after"

    static let chosen: Decoder? = ProcessInfo.processInfo.environment["FEEDCACHE_FUZZ"].flatMap(Decoder.init)

    private static let now = Instant(seconds: 1_700_000_000)
    private static let pages = PageDecoder(
        items: DottedPath("items"), id: .path(DottedPath("id")), version: DottedPath("v"), deleted: DottedPath("gone"),
        extras: [DottedPath("more"), DottedPath("0.next")])

    /// Whether the law held.
    func holds(for bytes: [UInt8]) -> Bool {
        switch self {
        case .page: Self.readsPayloadsAlone(bytes)
        case .manifest: Self.explainsManifest(String(decoding: bytes, as: UTF8.self))
        case .link: Self.findsTarget(String(decoding: bytes, as: UTF8.self))
        case .date: Self.writesDateBack(bytes)
        case .retryAfter: Self.waitsAtMostADay(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// A payload is JSON of its own, with the same identity.
    private static func readsPayloadsAlone(_ bytes: [UInt8]) -> Bool {
        guard let page = try? pages.decode(bytes) else { return true }
        return page.items.allSatisfy { item in
            // Beside one that is fine: a page of which no item has an ID is refused.
            let alone = try? pages.decode(
                Array(#"{"items":[{"id":1},"#.utf8) + page.payload(of: item) + Array("]}".utf8))
            return alone?.items.map(\.identity) == [.id("1"), item.identity]
        }
    }

    /// A manifest is read, or refused with a message.
    private static func explainsManifest(_ text: String) -> Bool {
        do {
            return try !Manifest(toml: text, file: "feed.toml").collections.isEmpty
        } catch {
            return !"\(error)".isEmpty
        }
    }

    private static func findsTarget(_ field: String) -> Bool {
        guard let next = LinkHeader.next(in: [field]) else { return true }
        return !next.isEmpty && Array(field.utf8).firstRange(of: Array(next.utf8)) != nil
    }

    private static func writesDateBack(_ bytes: [UInt8]) -> Bool {
        switch ItemVersion(text: bytes[...]) {
        case .date(let instant): Instant(rfc3339: instant.description) == instant
        case .integer(let value): ItemVersion(text: "\(value)") == .integer(value)
        case .decimal(let value): ItemVersion(text: "\(value)") == .decimal(value)
        case .none: true
        }
    }

    private static func waitsAtMostADay(_ field: String) -> Bool {
        guard let until = RetryAfter.parse(field, now: now) else { return true }
        return until >= now && until <= now.advanced(bySeconds: RetryAfter.maximumDelay)
    }
}

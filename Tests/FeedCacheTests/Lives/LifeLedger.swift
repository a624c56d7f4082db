import FeedCache
import FeedMock

/// What an event has to say of a row as it was shown.
struct LifeEvent: Hashable {
    let section: String
    let item: String?
    let ad: String?
    let row: Int

    /// - Parameter section: as it was shown, with that row.
    init(_ row: FeedRow.ID, of section: FeedScreenSection) {
        let index = section.rows.firstIndex { $0.id == row } ?? -1
        let content = index < 0 ? nil : section.rows[index].content
        let isAd = if case .ad = content { true } else { false }
        self.section = section.id.text
        item = isAd ? nil : content?.id.text
        ad = isAd ? content?.id.text : nil
        self.row = section.header.firstRow + index
    }

    init(_ event: ReceivedEvent) {
        (section, item, ad, row) = (event.section ?? "", event.item, event.ad, event.row ?? -1)
    }

    /// The row apart from its place, which a sync may have changed by the time it counts as seen.
    var isOf: [String?] { [section, item, ad] }
}

/// What people saw and tapped, to compare with what the servers are told. Law c.
struct LifeLedger {
    private var taps: [String: [LifeEvent]] = [:]
    /// Taps that may be missing: they waited when their cache was erased.
    private var lost: [String: [LifeEvent]] = [:]
    private var shown: [String: Set<[String?]>] = [:]

    mutating func noteTap(_ event: LifeEvent, by user: String) { taps[user, default: []].append(event) }

    mutating func noteShown(_ events: [LifeEvent], by user: String) {
        shown[user, default: []].formUnion(events.map(\.isOf))
    }

    mutating func noteLoss(of user: String, at server: LifeServer) {
        lost[user, default: []] = missing(of: user, at: server)
    }

    private func arrived(of user: String, at server: LifeServer, _ kind: ReceivedEvent.Kind) -> [LifeEvent] {
        (server.mock(user)?.events.events ?? []).filter { $0.type == kind }.map(LifeEvent.init)
    }

    private func missing(of user: String, at server: LifeServer) -> [LifeEvent] {
        (taps[user] ?? []).subtracting(arrived(of: user, at: server, .tap))
    }

    /// What has arrived is what was tapped and shown.
    func check(of user: String, at server: LifeServer) throws {
        let strange = arrived(of: user, at: server, .tap).subtracting(taps[user] ?? [])
        guard strange.isEmpty else { throw LifeRun.Broken(description: "nobody tapped on \(strange)") }
        let unseen = arrived(of: user, at: server, .impression).filter { !(shown[user] ?? []).contains($0.isOf) }
        guard unseen.isEmpty else { throw LifeRun.Broken(description: "nobody saw \(unseen)") }
    }

    /// Every tap has arrived.
    func checkArrived(of user: String, at server: LifeServer) throws {
        let missing = missing(of: user, at: server).subtracting(lost[user] ?? [])
        guard missing.isEmpty else { throw LifeRun.Broken(description: "these taps are lost: \(missing)") }
    }
}

extension [LifeEvent] {
    /// Without one for each of `others`.
    fileprivate func subtracting(_ others: [LifeEvent]) -> [LifeEvent] {
        var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
        return filter { event in
            guard let count = counts[event], count > 0 else { return true }
            counts[event] = count - 1
            return false
        }
    }
}

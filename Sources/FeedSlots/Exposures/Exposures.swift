import FeedModel

extension SlotEngine {
    /// The serials of the shown ads on screen, from the top.
    package var adSerialsOnScreen: [Int64] { adsOnScreen.map(\.ad.serial) }

    /// The shown ads on rows that are on screen.
    var adsOnScreen: [(row: Int, ad: RowMap.Ad)] {
        viewport.map { Array(rows.ads(onRows: $0.rows)) } ?? []
    }

    /// Begins to time what became visible enough, and ends it for what no longer is.
    mutating func look(_ events: inout [SlotEvent]) {
        guard viewport != nil || !looks.isEmpty else { return }
        let visible = adsOnScreen.filter { onScreen in
            viewport.map { $0.fraction(ofRow: onScreen.row) >= policy.visible } ?? false
        }.map(\.ad.serial)
        let stillVisible = Set(visible)
        for look in looks where !stillVisible.contains(look.serial) {
            ads[look.serial]?.seen += now.duration(since: look.since)
            events.append(.looked(serial: look.serial))
        }
        let since = Dictionary(looks.map { ($0.serial, $0.since) }, uniquingKeysWith: min)
        looks = visible.map { Look(serial: $0, since: since[$0] ?? now) }
    }

    /// Counts what has been visible for `dwell`, at the time its dwell was over.
    mutating func count(_ events: inout [SlotEvent]) {
        for look in looks where ads[look.serial]?.countedAt == nil && now.duration(since: look.since) >= policy.dwell {
            guard let filled = ads[look.serial], let row = row(ofAd: look.serial) else { continue }
            let moment = look.since.advanced(by: policy.dwell)
            ads[look.serial]?.countedAt = moment
            uncounted.removeAll { $0 == look.serial }
            events.append(
                .counted(SlotImpression(serial: look.serial, ad: filled.ad.id, row: row, at: moment)))
        }
    }

    /// Nobody looks any more: what was seen until the latest time that was told is kept, and the next step begins to time
    /// anew what is on screen then.
    public mutating func lookAway() -> [SlotEvent] {
        defer { looks = [] }
        return looks.map { look in
            ads[look.serial]?.seen += now.duration(since: look.since)
            return .looked(serial: look.serial)
        }
    }

    /// So much time, 0 or more, passes before the next step without anybody looking; looks go on after it.
    public mutating func skip(_ duration: Duration) {
        looks = looks.map { Look(serial: $0.serial, since: $0.since.advanced(by: duration)) }
    }

    /// The row an ad stands on; nil where it is hidden or there is none with that serial.
    public func row(ofAd serial: Int64) -> Int? {
        if let viewport, let found = rows.ads(onRows: viewport.rows).first(where: { $0.ad.serial == serial }) {
            return found.row
        }
        return rows.row(ofAd: serial)
    }

    /// How long an ad has been visible in all, up to the latest time the engine was told.
    func seen(_ filled: FilledAd) -> Duration {
        guard let look = looks.first(where: { $0.serial == filled.serial }) else { return filled.seen }
        return filled.seen + now.duration(since: look.since)
    }
}

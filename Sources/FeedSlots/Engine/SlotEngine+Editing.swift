extension SlotEngine {
    /// Moves the slots with the content, as `edit` does, and does nothing else: no time passes, and nothing is asked,
    /// placed or counted. For an engine that is restored over content that changed unseen.
    public mutating func follow(_ edit: ContentEdit) -> [SlotEvent] {
        var events: [SlotEvent] = []
        apply(edit, &events)
        return events
    }

    /// Moves the filled slots with the content around them. An ad at the head stays there, even if nothing else stays.
    mutating func apply(_ edit: ContentEdit, _ events: inout [SlotEvent]) {
        var released: Set<Int64> = []
        let before = plan
        plan.resize(edit.newCount) { $0.isHead ? SlotPlace(0) : edit.place(ofGap: $0.offset) }
        let orders = plan.orders
        let after = Dictionary(plan.filled.map { ($0.serial, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let oldOrders = before.orders
        for slot in before.filled {
            if let offset = after[slot.serial] {
                if oldOrders[slot.serial] != orders[slot.serial]
                    || !Self.keepsNeighbours(slot.offset, before.contentCount, movingTo: offset, edit)
                {
                    events.append(.anchored(serial: slot.serial))
                }
            } else if let filled = ads[slot.serial] {
                released.insert(slot.serial)
                events.append(.released(serial: slot.serial, ad: filled.ad.id))
            }
        }
        forget(released)
    }

    /// Whether the items above and below a gap are the same as before.
    private static func keepsNeighbours(
        _ gap: Int, _ oldCount: Int, movingTo offset: Int, _ edit: ContentEdit
    ) -> Bool {
        let above = gap == 0 ? offset == 0 : edit.newIndex(ofStaying: gap - 1) == offset - 1
        let below = gap == oldCount ? offset == edit.newCount : edit.newIndex(ofStaying: gap) == offset
        return above && below
    }
}

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
        let oldCount = plan.contentCount
        let ads = ads
        plan.resize(edit.newCount) { slot in
            let offset = slot.isHead ? 0 : edit.newOffset(ofGap: slot.offset)
            if let offset {
                if !Self.keepsNeighbours(slot.offset, oldCount, movingTo: offset, edit) {
                    events.append(.anchored(serial: slot.serial))
                }
            } else if let filled = ads[slot.serial] {
                released.insert(slot.serial)
                events.append(.released(serial: slot.serial, ad: filled.ad.id))
            }
            return offset
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

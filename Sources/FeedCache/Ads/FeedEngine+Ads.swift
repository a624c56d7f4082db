import FeedModel
import FeedSlots
import FeedSource
import FeedStore

extension FeedEngine {
    package func scroll(section id: String, lookingTime: SectionScroll.LookingTime = .passing) throws -> SectionScroll {
        _ = try read { try $0.section(id) }
        return SectionScroll(section: id, lookingTime: lookingTime, of: self)
    }

    /// - Returns: how many ads were given up. What was counted as seen stays counted.
    package func resetAds(section id: String? = nil) throws -> Int {
        try slotStep { transaction in
            let remembered = try transaction.sections()
            if let id, !remembered.contains(id) {
                _ = try snapshot(transaction.reader).section(id)
            }
            return try remembered.filter { id == nil || $0 == id }.reduce(0) { $0 + (try transaction.release($1)) }
        }
    }

    /// After a run: slots follow the content that it left. Those of a section that is gone are kept for the `ttl` of its
    /// policy, so that one that comes back by then is as it was; then they are released.
    func moveSlotsWithContent() throws {
        // A transaction each: a scroll meanwhile waits for one section only.
        for id in try slotStep({ try $0.sections() }) {
            try slotStep { transaction in
                let snapshot = snapshot(transaction.reader)
                guard let section = try snapshot.sections().section(id: id), snapshot.hasContent(section)
                else { return try keepAds(ofGone: id, snapshot, transaction) }
                let slots = try snapshot.rows(of: section)
                guard slots.stored.contentRun != slots.latestEndedRun || slots.stored.keptUntil != nil else { return }
                try transaction.save(slots.state(clock: nil), slots: slots.changedSlots(after: nil), of: id)
            }
        }
    }

    /// After a run: other programs that read the file see how the screen is arranged.
    func keepScreen() throws {
        let rules = (manifest.sections == nil ? [] : [""]) + manifest.collections.map(\.name)
        try sourceStore().sections.keepScreen(arrangedBy: rules) { reader in
            let snapshot = snapshot(reader)
            return try snapshot.sections().map { section in
                // A list that the manifest does not have is not shown.
                snapshot.hasContent(section)
                    ? section
                    : Section(
                        id: section.id, type: section.type, title: section.title, layout: section.layout,
                        content: .inline([]))
            }
        }
    }

    func slotStep<Value>(_ body: (SlotTransaction) throws -> Value) throws -> Value {
        try database.slotStep(of: manifest.source.name, account: account, body)
    }

    private func keepAds(ofGone id: String, _ snapshot: FeedSnapshot, _ transaction: SlotTransaction) throws {
        var state = try transaction.reader.slotState(of: id)
        guard let until = state.keptUntil else {
            guard !state.slots.slots.isEmpty || state.slots.held != nil || state.window != nil else { return }
            state.keptUntil = snapshot.now.advanced(by: try snapshot.lastAdPolicy(ofGone: id).ttl)
            return try transaction.save(state, slots: [:], of: id)
        }
        if snapshot.now >= until { _ = try transaction.release(id) }
    }
}

extension SlotTransaction {
    fileprivate func release(_ section: String) throws -> Int {
        let state = try reader.slotState(of: section)
        let ads = state.slots.slots.count + (state.slots.held == nil ? 0 : 1)
        let gone = Dictionary(
            state.slots.slots.map { ($0.ad.serial, StoredSlot?.none) }, uniquingKeysWith: { first, _ in first })
        try save(state.released, slots: gone, of: section)
        return ads
    }
}

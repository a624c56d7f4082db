import FeedModel
import FeedSlots

/// What a section remembers of its ads and of the reader's place in it.
public struct SectionSlotState: Equatable, Sendable {
    /// The rows on screen.
    public struct Window: Equatable, Sendable {
        /// The topmost row, from 0.
        public var firstRow: Int
        /// How many rows there is room for, 0 and up.
        public var height: Int

        /// A window; nothing is checked.
        public init(firstRow: Int, height: Int) {
            self.firstRow = firstRow
            self.height = height
        }
    }

    /// Counts writes, 0 before the first: who finds another number than before has to start from what is stored.
    public internal(set) var revision: Int64
    /// The collection that the anchors name items of; nil for inline content.
    public var collection: String?
    /// The run whose end left the content the anchors were written over; nil where a run was under way.
    public var contentRun: Int64?
    /// What was on screen last, nil before the first look.
    public var window: Window?
    /// The latest time the section was told.
    public var clock: Instant?
    /// Until when its ads are kept, of a section that is gone; nil while it is there.
    public var keptUntil: Instant?
    /// Its ads.
    public var slots: SlotState

    /// A section that never had an ad and was never looked at.
    public init() {
        revision = 0
        slots = SlotState()
    }
}

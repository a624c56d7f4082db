import FeedSlots

/// A durable row of a section's slot state; see `SlotState`.
enum SlotStateRow: Hashable {
    case slot(serial: Int64)
    case held
    /// The back-off and the next serial.
    case requests
}

extension SlotEvent {
    /// The durable rows that differ from before.
    var touches: [SlotStateRow] {
        switch self {
        case .requested: []
        case .failed: [.requests]
        case .loaded: [.held, .requests]
        case .placed(let ad): [.slot(serial: ad.serial), .held]
        case .counted(let impression): [.slot(serial: impression.serial)]
        case .exposureEnded(let serial), .anchorChanged(let serial): [.slot(serial: serial)]
        case .expired(let serial, _), .released(let serial, _): [.slot(serial: serial)]
        case .expiredHeld: [.held]
        case .dropped(let serial, _): [.slot(serial: serial), .held]
        }
    }
}

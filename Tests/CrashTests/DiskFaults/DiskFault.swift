/// A call to the disk that goes wrong: which one of all that a program does to the files of its database, and how.
struct DiskFault: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        /// The process is killed instead of the call.
        case kill
        /// The process is killed when half of a write is out.
        case tear
        /// The call fails for want of room, the next ones do not.
        case noRoomOnce = "enospc"
        /// The call fails, the next ones do not.
        case failsOnce = "eio"
        /// From this call on there is no room.
        case full
        /// From this call on nothing works.
        case broken
        /// From this call on every write takes half of what it is given, which is no failure.
        case short
        /// The process is sent SIGINT, SIGTERM or SIGHUP at the call.
        case interrupt, terminate
        case hangUp = "hangup"
        /// From the start nothing can be made or opened for writing.
        case readOnly = "readonly"
    }

    let kind: Kind
    /// The number of the call, from 1.
    let call: Int

    var description: String { "\(kind) at call \(call)" }
}

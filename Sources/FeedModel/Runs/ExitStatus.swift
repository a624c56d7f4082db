/// What a command ends with; the numbers are those of sysexits.h where it has one.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case notFound = 1
    case partlyDone = 3
    case stale = 4
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case comeBackLater = 75
    case protocolError = 76
    case noPermission = 77
    case badManifest = 78
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case terminated = 143
}

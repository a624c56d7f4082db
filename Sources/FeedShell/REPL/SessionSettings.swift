import Synchronization

/// What holds for the commands of a session, until their options say otherwise.
struct SessionSettings: Equatable, Sendable {
    /// How results are shown; nil for the way each command has by itself.
    var mode: OutputMode?
    var isPaging = true
    var isTiming = false
    var isBailing = false
    var isEchoing = false
    var isQuiet = false
    /// The database's file and the manifest, once the current folder is another than at the beginning.
    var database: String?
    var source: SessionSource?
}

enum SessionSource: Equatable, Sendable {
    case file(String)
    case builtIn
}

/// The settings of a session, the same for all its lines and the files it reads. The lock guards them.
final class SharedSettings: Sendable {
    private let settings: Mutex<SessionSettings>

    /// - Parameter isTyped: whether lines come from a terminal; without one there is no paging.
    init(_ options: SharedOptions, isTyped: Bool) {
        settings = Mutex(
            SessionSettings(
                mode: options.json ? .json : options.format ?? (isTyped ? .auto : nil),
                isPaging: isTyped && !options.noPager,
                isQuiet: options.quiet && !isTyped))
    }

    var current: SessionSettings { settings.withLock(\.self) }

    func change<Value: Sendable>(
        _ body: (inout sending SessionSettings) throws(CommandError) -> sending Value
    ) throws(CommandError) -> Value {
        try settings.withLock(body)
    }
}

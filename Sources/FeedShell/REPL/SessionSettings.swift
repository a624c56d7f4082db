/// What holds for the commands of a session, until their options say otherwise.
struct SessionSettings: Equatable, Sendable {
    /// How results are shown; nil for the way each command has by itself.
    var mode: OutputMode?
    /// Whether what is longer than the screen goes through a pager.
    var isPaging = true
    /// Whether each command is followed by the time it took.
    var isTiming = false
}

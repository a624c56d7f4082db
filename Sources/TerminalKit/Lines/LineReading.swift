/// What waiting for a line came to.
enum LineReading: Equatable {
    /// Without its line break.
    case line(String)
    /// A line longer than the reader takes, which is passed over.
    case tooLong
    /// Ctrl-C: the line is dropped.
    case interrupted
    /// The end of the input, Ctrl-D on an empty line, or the terminal is gone.
    case end
    /// Reading failed, by the number of the error.
    case failed(Int32)
}

import Testing

/// What takes over a terminal, one after the other: there is one pager, one line editor and one set of signals in a
/// process.
@Suite("At a terminal", .serialized) enum AtTerminal {}

/// What a key means while a section is scrolled.
enum ScrollKey: Equatable, Sendable {
    case up, down
    case pageUp, pageDown
    case home, end
    case leave
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L: draw anew what another program wrote over.
    case redraw
}

import Foundation

/// When to use colour.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

/// Emphasis, with restraint: bold for what is looked for, dim for what is beside the point.
struct Style: Sendable {
    let isColored: Bool

    /// Decides by the option, else the environment (NO_COLOR, TERM=dumb), else whether somebody looks.
    init(_ choice: ColorChoice?, environment: [String: String], isTerminal: Bool) {
        switch choice ?? .auto {
        case .always: isColored = true
        case .never: isColored = false
        case .auto:
            let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
            isColored = isTerminal && !isUnwanted
        }
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// The window of a terminal.
enum TerminalSize {
    /// Its width in cells; nil where there is no terminal.
    static func columns(of descriptor: Int32, environment: [String: String]) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
    }
}

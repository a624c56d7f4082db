package enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

/// What a piece of text wants to say by its looks.
package enum Tone: Sendable {
    case plain
    /// What is looked for.
    case bold
    /// What is beside the point.
    case dim
    case good, warning, bad

    /// The parameter of SGR, select graphic rendition (ECMA-48, 8.3.117).
    fileprivate var code: Int? {
        switch self {
        case .plain: nil
        case .bold: 1
        case .dim: 2
        case .good: 32
        case .warning: 33
        case .bad: 31
        }
    }
}

/// Emphasis, with restraint: where colour is not wanted, text stays as it is.
package struct Style: Sendable {
    package let isColored: Bool

    /// Decides by the option, else the environment (NO_COLOR, TERM=dumb), else whether the output is a terminal.
    package init(_ choice: ColorChoice?, environment: [String: String], isTerminal: Bool) {
        switch choice ?? .auto {
        case .always: isColored = true
        case .never: isColored = false
        case .auto:
            let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
            isColored = isTerminal && !isUnwanted
        }
    }

    /// - Parameter text: already defused.
    package func paint(_ text: String, _ tone: Tone) -> String {
        guard isColored, !text.isEmpty, let code = tone.code else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    package func bold(_ text: String) -> String { paint(text, .bold) }
    package func dim(_ text: String) -> String { paint(text, .dim) }
}

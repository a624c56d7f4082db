/// What boxes are drawn with.
struct BoxGlyphs: Equatable, Sendable {
    let horizontal: String
    let vertical: String
    let topLeft: String
    let topRight: String
    let bottomLeft: String
    let bottomRight: String
    /// Says that a strip goes on.
    let onward: String

    /// The box drawing characters of Unicode.
    static let unicode = BoxGlyphs(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", onward: "›")
    /// For terminals of another character set.
    static let ascii = BoxGlyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", onward: ">")

    /// What the locale allows: LC_ALL outranks LC_CTYPE, and that LANG (POSIX.1-2017, XBD 8.2). Where none says
    /// anything, the terminal is taken for a modern one.
    static func fitting(_ environment: [String: String]) -> BoxGlyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale = locale?.lowercased() else { return .unicode }
        return locale.contains("utf-8") || locale.contains("utf8") ? .unicode : .ascii
    }
}

import Foundation

/// The program that shows what is longer than the screen: the one that a program's own variable names, else `PAGER`, else
/// less(1), the first of them that is there.
package struct Pager: Sendable {
    package let command: String
    package let environment: [String: String]

    /// Nil where there is none, none is wanted (an empty variable, or `cat`), or the terminal cannot do what pagers ask.
    ///
    /// - Parameter variable: the program's own variable, which outranks `PAGER`.
    package init?(variable: String, environment: [String: String]) {
        let own = environment[variable]
        let isDumb = ["", "dumb"].contains(environment["TERM"] ?? "")
        let choices = isDumb ? [own] : [own, environment["PAGER"], "less"]
        let command = choices.lazy.compactMap(\.self).first {
            Self.isNone($0) || Self.isThere($0, path: environment["PATH"] ?? "/usr/bin:/bin")
        }
        guard let command, !Self.isNone(command) else { return nil }
        self.command = command
        // Leave where one screen shows all, let colours through, and let the text stay on the screen.
        self.environment = ["LESS": "FRX", "LV": "-c"].merging(environment) { $1 }
    }

    private static func isNone(_ command: String) -> Bool {
        let words = ShellWords(command).words
        return words.isEmpty || words == ["cat"]
    }

    /// Whether sh(1) would find the program; where only sh can tell, it is assumed to be there.
    private static func isThere(_ command: String, path: String) -> Bool {
        guard let program = ShellWords(command).words.first, !command.contains(where: ";|&".contains),
            !program.contains(where: "=$`~(".contains)
        else { return true }
        if program.contains("/") { return access(program, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}

import FeedModel

/// The words of a command, read by its definition: the values given, and the first word that does not fit.
struct ArgumentLine {
    enum Problem {
        case unknownOption(String, known: [String])
        case missingValue(CommandCatalog.Argument)
        case unwantedValue(option: String, value: String)
        case extra([String])
        case missing(CommandCatalog.Argument)
    }

    /// Each value with the argument it is for, in the order of the line.
    private(set) var values: [(argument: CommandCatalog.Argument, value: String)] = []
    /// Nil where every word has its place; whether values can be read is not looked at.
    private(set) var problem: Problem?

    private let arguments: [CommandCatalog.Argument]

    /// - Parameter words: negative numbers among them are moved after `--` (see `NegativeNumbers`).
    init(_ words: [String], catalog: CommandCatalog) {
        let path = catalog.path(words)
        arguments = path.last?.leaves.first?.arguments ?? []
        var rest = words.dropFirst(path.count)
        var positionals: [String] = []
        while let word = rest.popFirst(), problem == nil {
            if word == "--" {
                positionals += rest
                rest = []
            } else if word.hasPrefix("-"), word != "-" {
                readOption(word, &rest)
            } else {
                positionals.append(word)
            }
        }
        if problem == nil { place(positionals) }
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let argument = arguments.first(where: { $0.spellings.contains(parts[0]) }) else {
            if !readFlags(word) { problem = .unknownOption(parts[0], known: arguments.compactMap(\.option)) }
            return
        }
        if argument.isFlag {
            if parts.count > 1 { problem = .unwantedValue(option: parts[0], value: parts[1]) }
        } else if parts.count > 1 {
            values.append((argument, parts[1]))
        } else {
            guard let value = rest.first, !value.hasPrefix("-") else { return problem = .missingValue(argument) }
            values.append((argument, value))
            rest.removeFirst()
            // Some options take all words up to the next option.
            guard argument.takesSeveralWords else { return }
            while let next = rest.first, !next.hasPrefix("-") {
                values.append((argument, next))
                rest.removeFirst()
            }
        }
    }

    /// Whether a word is several short flags in one, as `-qv`.
    private func readFlags(_ word: String) -> Bool {
        guard !word.hasPrefix("--"), word.count > 2 else { return false }
        return word.dropFirst().allSatisfy { letter in
            arguments.contains { $0.isFlag && $0.spellings.contains("-\(letter)") }
        }
    }

    private mutating func place(_ words: [String]) {
        let positionals = arguments.filter { $0.isPositional && $0.isShown }
        for (index, word) in words.enumerated() {
            let argument = index < positionals.count ? positionals[index] : positionals.last { $0.isRepeating }
            guard let argument else { return problem = .extra(Array(words[index...])) }
            values.append((argument, word))
        }
        if let missing = positionals.dropFirst(words.count).first(where: { !$0.isOptional }) {
            problem = .missing(missing)
        }
    }
}

extension CommandCatalog.Argument {
    fileprivate var spellings: [String] {
        (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }
    }
}

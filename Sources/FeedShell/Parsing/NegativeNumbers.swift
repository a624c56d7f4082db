/// Negative numbers are arguments (`scroll ranking -3`); the parser would take them for options.
enum NegativeNumbers {
    /// The words with negative numbers moved behind `--`, where nothing is an option; those that are an option's value
    /// are written as one word with it.
    static func behindOptions(_ words: [String], catalog: CommandCatalog = .shared) -> [String] {
        guard !words.contains("--"), let command = catalog.command(words) else { return words }
        let valued = (command.arguments ?? []).filter { !$0.isFlag }.compactMap(\.option)
        var kept: [String] = []
        var numbers: [String] = []
        for word in words {
            let isNumber =
                word.first == "-" && word.count > 1 && word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
            if !isNumber {
                kept.append(word)
            } else if let option = kept.last, valued.contains(option) {
                kept[kept.count - 1] = "\(option)=\(word)"
            } else {
                numbers.append(word)
            }
        }
        return numbers.isEmpty ? kept : kept + ["--"] + numbers
    }
}

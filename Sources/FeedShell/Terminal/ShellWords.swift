/// Splits a line into words as a POSIX shell does (IEEE Std 1003.1, Shell Command Language, 2.2 and 2.3): blanks
/// separate; single quotes keep everything, double quotes all but `\` before `"` and `\`; `#` begins a comment.
struct ShellWords: Equatable {
    /// Why a line is no list of words.
    enum Flaw: Error, Equatable {
        case openQuote(Character)
        case openBackslash
    }

    /// The words so far.
    private(set) var words: [String] = []
    /// The word the line ends in, empty behind a blank: what completion completes.
    private(set) var lastWord = ""
    /// Where the last word begins in the line.
    private(set) var lastWordStart: String.Index
    /// Whether the line ends in a word rather than behind a blank.
    private(set) var endsInWord = false
    /// What is missing at the end of the line.
    private(set) var flaw: Flaw?

    init(_ line: String) {
        lastWordStart = line.endIndex
        var quote: Character?
        var isInWord = false
        var isEscaped = false
        for index in line.indices {
            let character = line[index]
            if isEscaped {
                if quote == "\"", character != "\"", character != "\\" { lastWord.append("\\") }
                lastWord.append(character)
                isEscaped = false
                continue
            }
            switch (character, quote) {
            case ("\\", let open) where open != "'":
                isEscaped = true
            case (let character, let open?):
                if character == open { quote = nil } else { lastWord.append(character) }
                continue
            case ("'", nil), ("\"", nil):
                quote = character
            case (let blank, nil) where blank.isWhitespace:
                if isInWord { words.append(lastWord) }
                (isInWord, lastWord, lastWordStart) = (false, "", line.endIndex)
                continue
            case ("#", nil) where !isInWord:
                (lastWord, lastWordStart) = ("", line.endIndex)
                return
            default:
                lastWord.append(character)
            }
            if !isInWord { (isInWord, lastWordStart) = (true, index) }
        }
        if isInWord { words.append(lastWord) }
        endsInWord = isInWord
        flaw = isEscaped ? .openBackslash : quote.map(Flaw.openQuote)
    }

    /// The words before the one the line ends in.
    var wordsBeforeLast: [String] {
        endsInWord ? words.dropLast() : words
    }

    /// A word written so that it is read as it is.
    static func quote(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:,@%+=".contains($0) }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

/// Splits a line into words as a POSIX shell does (IEEE Std 1003.1, Shell Command Language, 2.2 and 2.3): blanks
/// separate; single quotes keep everything, double quotes all but `\` before `"`, `\`, `$`, a backquote or a line
/// break; `\` before a line break joins two lines; `#` at the beginning of a word opens a comment, to the line's end.
///
/// Nothing is expanded. Law: words written by `quote`, with blanks between them, are read as they were.
package struct ShellWords: Equatable {
    /// What is missing at the end of a line, so that more is to be asked for.
    package enum Flaw: Error, Equatable {
        case openQuote(Character)
        case openBackslash
    }

    /// A `>` outside quotes; to the words it is a letter like others.
    package struct RedirectionSign: Equatable, Sendable {
        /// Bytes of UTF-8 before it in the line.
        package let place: Int
        package let word: Int
        /// Scalars of that word before it.
        package let scalars: Int
    }

    package private(set) var text = ""
    /// The words before the one the line ends in.
    package private(set) var wordsBeforeLast: [String] = []
    /// The word the line ends in, without its quotes, empty after a blank: what completion completes.
    package private(set) var lastWord = ""
    /// Where each word is in the line, quotes included, in bytes of UTF-8: what is written without a quote begins
    /// there with its own first letter.
    package private(set) var places: [Range<Int>] = []
    /// Whether the line ends in a word rather than after a blank.
    package private(set) var endsInWord = false
    package private(set) var endsInComment = false
    /// Every `>` outside quotes, in order.
    package private(set) var redirections: [RedirectionSign] = []
    /// Bytes of UTF-8 before the first `|` outside quotes; to the words it is a letter like others.
    package private(set) var pipe: Int?
    /// How many semicolons outside quotes each word ends in.
    private var semicolons: [Int] = []

    // A scalar at a time: an accent after a quote would make the two one character, and the quote unseen.
    private var quote: Unicode.Scalar?
    private var isEscaped = false
    private var length = 0

    package init(_ line: String = "") {
        append(line)
    }

    /// Reads on: the line is what was given so far, then `text`.
    package mutating func append(_ text: String) {
        self.text += text
        for scalar in text.unicodeScalars {
            read(scalar)
            length += UTF8.width(scalar)
            if endsInWord { places[places.count - 1] = places[places.count - 1].lowerBound..<length }
        }
    }

    package var words: [String] {
        endsInWord ? wordsBeforeLast + [lastWord] : wordsBeforeLast
    }

    package var flaw: Flaw? {
        isEscaped ? .openBackslash : quote.map { .openQuote(Character($0)) }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        if endsInComment {
            endsInComment = scalar != "\n"
        } else if isEscaped {
            isEscaped = false
            readEscaped(scalar)
        } else if scalar == "\\", quote != "'" {
            isEscaped = true
        } else if let open = quote {
            if scalar == open { quote = nil } else { add(scalar) }
        } else if Self.isBlank(scalar) {
            if endsInWord { wordsBeforeLast.append(lastWord) }
            (endsInWord, lastWord) = (false, "")
        } else if scalar == "'" || scalar == "\"" {
            beginWord()
            semicolons[semicolons.count - 1] = 0
            quote = scalar
        } else if scalar == "#", !endsInWord {
            endsInComment = true
        } else {
            addUnquoted(scalar)
        }
    }

    private mutating func readEscaped(_ scalar: Unicode.Scalar) {
        if scalar == "\n" { return }
        beginWord(at: length - 1)
        if quote == "\"", !Self.isSpecialInDoubleQuotes(scalar) { add("\\") }
        add(scalar)
    }

    private mutating func addUnquoted(_ scalar: Unicode.Scalar) {
        beginWord()
        if scalar == ">" {
            redirections.append(
                RedirectionSign(place: length, word: wordsBeforeLast.count, scalars: lastWord.unicodeScalars.count))
        }
        if scalar == "|", pipe == nil { pipe = length }
        let count = semicolons[semicolons.count - 1]
        add(scalar)
        if scalar == ";" { semicolons[semicolons.count - 1] = count + 1 }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        beginWord()
        semicolons[semicolons.count - 1] = 0
        lastWord.unicodeScalars.append(scalar)
    }

    private mutating func beginWord(at start: Int? = nil) {
        guard !endsInWord else { return }
        endsInWord = true
        places.append((start ?? length)..<length)
        semicolons.append(0)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private static func isSpecialInDoubleQuotes(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\\" || scalar == "$" || scalar == "`"
    }
}

// MARK: Semicolons

extension ShellWords {
    /// The words without the semicolons that end the line, as other programs want them. A semicolon in quotes or after
    /// a backslash is part of its word.
    package var wordsBeforeSemicolons: [String] {
        var words = words
        while let last = words.indices.last, semicolons[last] > 0 {
            let word = words.removeLast()
            guard places[last].count > semicolons[last] else { continue }
            words.append(String(word.unicodeScalars.dropLast(semicolons[last])))
            break
        }
        return words
    }
}

// MARK: Writing words

extension ShellWords {
    package static func quote(_ word: String) -> String {
        guard word.isEmpty || !word.unicodeScalars.allSatisfy(isPlain) else { return word }
        return "'" + escaped(word, in: "'") + "'"
    }

    /// Text written so that it is read as it is inside an open `quote`, or nil for none.
    package static func escaped(_ text: String, in quote: Character?) -> String {
        text.respelled { scalar in
            switch quote {
            case "'" where scalar == "'": "'\\''"
            case "\"" where isSpecialInDoubleQuotes(scalar): "\\\(scalar)"
            // After a backslash it would be no line break at all.
            case nil where scalar == "\n": "'\n'"
            case nil where !isPlain(scalar): "\\\(scalar)"
            default: nil
            }
        }
    }

    /// Whether a shell reads it as itself wherever it is.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", ",", "@", "%", "+", "=": true
        default: scalar.value > 0xA0 && !scalar.properties.isWhitespace
        }
    }
}

extension String {
    /// The text with the characters that mean something in HTML as entities; it is good for attributes in quotes, too.
    /// U+0000, which HTML has no way to write, becomes U+FFFD.
    package var escapedForHTML: String {
        var result = ""
        for character in unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\0": result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}

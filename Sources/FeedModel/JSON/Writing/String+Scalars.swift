extension String {
    /// The text with another in place of each occurrence of a text. It is read a scalar at a time: an accent after a quote
    /// would make the two one character, and the quote unseen.
    package func replacingScalars(_ text: String, with other: String) -> String {
        String(unicodeScalars.replacing(text.unicodeScalars, with: other.unicodeScalars))
    }
}

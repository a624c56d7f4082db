extension String {
    /// The text with scalars written in another way, where `spelling` is not nil.
    ///
    /// It is read a scalar at a time: an accent after a quote would make the two one character, and the quote unseen.
    func respelled(_ spelling: (Unicode.Scalar) -> String?) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let other = spelling(scalar) { text += other.unicodeScalars } else { text.append(scalar) }
        }
        return String(text)
    }

    var withoutTrailingBlanks: String {
        guard last == " " else { return self }
        return String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}

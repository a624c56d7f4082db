/// A key where it stands in the text: the bytes between its quotes.
struct JSONKey {
    let range: Range<Int>
    let isEscaped: Bool
}

/// A field's name without regard to its spelling: `nextPageToken`, `next_page_token` and `next-page-token` are one.
struct FieldName: Hashable {
    /// As the server writes it.
    let raw: String
    /// Its letters and digits in lower case.
    let plain: String

    init(_ raw: String) {
        self.raw = raw
        plain = String(raw.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}

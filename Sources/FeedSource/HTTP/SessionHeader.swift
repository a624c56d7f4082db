/// A session ID that a server asks for: a 409 with a header such as `X-Transmission-Session-Id`, which the next requests
/// have to repeat.
enum SessionHeader {
    /// The header to send; nil where the answer asks for none.
    static func asked(by response: TransportResponse) -> HeaderFields.Field? {
        guard response.status == 409 else { return nil }
        return response.headers.fields.first { field in
            let name = field.name.lowercased()
            return name.hasPrefix("x-") && name.hasSuffix("-session-id") && !field.value.isEmpty
        }
    }
}

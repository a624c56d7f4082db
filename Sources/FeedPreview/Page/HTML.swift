import LocalServer

/// A piece of HTML: what is put into it as text is escaped.
struct HTML: ExpressibleByStringInterpolation {
    /// Collects the pieces: literals as they are, texts escaped.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }

        mutating func appendInterpolation(_ value: HTML) { text += value.text }

        mutating func appendInterpolation(_ values: [HTML]) { text += values.map(\.text).joined() }
    }

    let text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// HTML that is known to be whole.
    init(trusted text: String) { self.text = text }
}

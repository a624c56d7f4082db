import FeedModel
import Foundation

/// Values that a recording must not have, wherever they are: tokens and keys that requests were sent with.
package struct RecordingSecrets {
    /// The longest first, so that one that holds another is replaced whole.
    private let values: [String]

    /// What is in the place of one in a header or a body; in a path or a query it is `RecordedExchange.mask`, which fits any.
    private static let replacement = "redacted"
    /// A shorter value may be part of any word.
    private static let shortest = 6

    /// - Parameter values: those of fewer than 6 bytes are no secrets
    package init(_ values: some Sequence<String>) {
        self.values = Set(values).filter { $0.utf8.count >= Self.shortest }
            .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// What of a header's value is secret: all of it, what follows a scheme such as `Bearer`, and the values of cookies.
    package static func values(ofHeader value: String) -> [String] {
        let words = value.split(separator: " ", maxSplits: 1).map(String.init)
        let cookies = value.split(separator: ";").compactMap { part in
            part.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        }
        return [value] + words.dropFirst() + cookies
    }

    /// The tokens that an answer to a client that signs in gives, by the names of RFC 6749 (§5.1) and OpenID Connect.
    package static func tokens(in body: [UInt8]) -> [String] {
        guard let document = try? JSONDocument(body) else { return [] }
        return ["access_token", "refresh_token", "id_token"].compactMap { document.text($0) }
    }

    /// The passwords and client secrets that a request signs in with, by their names: members of JSON, or fields of a form. Fewer
    /// names than those of headers and parameters: a `key` or `code` in a body is as a rule what is asked for.
    package static func passwords(in body: [UInt8]) -> [String] {
        var found: [String] = []
        func look(at value: String, named name: String) {
            let name = name.lowercased()
            let isPassword =
                ["pass", "pwd"].contains(name) || ["password", "passwd", "secret"].contains(where: name.contains)
            if isPassword { found.append(value) }
        }
        if let document = try? JSONDocument(body) {
            _ = document.replacingValues { range, path in
                if let name = path.last, case .string(let text) = document.scalar(at: range) {
                    look(at: text, named: name)
                }
                return nil
            }
        } else {
            let form = String(decoding: body, as: UTF8.self).replacing("+", with: "%20")
            for field in URLComponents(string: "?\(form)")?.queryItems ?? [] {
                if let value = field.value { look(at: value, named: field.name) }
            }
        }
        return found
    }

    /// The recording without them. Of JSON the strings alone are changed, however they are escaped.
    package func removed(from recording: Recording) -> Recording {
        guard !values.isEmpty else { return recording }
        var recording = recording.mappingBodies { removed(from: $0, Self.replacement) }
        recording.exchanges = recording.exchanges.map { exchange in
            var exchange = exchange
            exchange.path = hidden(exchange.path, RecordedExchange.mask)
            exchange.query = hidden(exchange.query, RecordedExchange.mask)
            exchange.requestBody = removed(from: exchange.requestBody, RecordedExchange.mask)
            exchange.headers = exchange.headers.map { ($0.name, hidden($0.value, Self.replacement)) }
            return exchange
        }
        return recording
    }

    private func removed(from bytes: [UInt8], _ replacement: String) -> [UInt8] {
        guard let document = try? JSONDocument(bytes) else {
            return values.reduce(bytes) { bytes, value in
                spellings(of: value).reduce(bytes) { $0.replacing(Array($1.utf8), with: Array(replacement.utf8)) }
            }
        }
        return document.replacingValues { range, _ in
            guard case .string(let text) = document.scalar(at: range) else { return nil }
            let hidden = self.hidden(text, replacement)
            return hidden == text ? nil : JSONValue.string(hidden).bytes
        }
    }

    private func hidden(_ text: String, _ replacement: String) -> String {
        values.reduce(text) { text, value in
            spellings(of: value).reduce(text) { $0.replacing($1, with: replacement) }
        }
    }

    private func spellings(of value: String) -> Set<String> {
        let encoded = PlainPath.encoded(value)
        return [value, encoded, encoded.replacing("%20", with: "+")]
    }
}

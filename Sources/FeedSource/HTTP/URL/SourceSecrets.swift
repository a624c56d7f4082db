import FeedModel

/// What of a source must not be seen in messages: what came from the environment, and the parameters of
/// `[source] query`, which are added only when a request is sent.
struct SourceSecrets: Sendable {
    let origin: SourceURL.Origin
    let parameters: [QueryParameter]
    /// Parameters of single lists, which are added in the same way.
    let listParameters: [QueryParameter]
    /// The longest first, so that one that holds another is hidden whole.
    let values: [String]
    /// Those of `values` that a recording must not have: without what the manifest says in plain under a name that is no
    /// secret's, and without what is so short that it may be any value.
    let recordedValues: [String]
    /// The values of variables, as URLs spell them, and what is in their place in the database.
    private var marks: [(spelling: [UInt8], mark: [UInt8])]

    static let mask = "…"
    /// A shorter value may be part of any word: it is hidden only where it is a word of its own, or a whole part of a
    /// URL.
    private static let shortestPart = 4

    init(
        origin: SourceURL.Origin, parameters: [QueryParameter], listParameters: [QueryParameter] = [],
        values: [String], variables: [String: String] = [:]
    ) {
        self.origin = origin
        self.parameters = parameters
        self.listParameters = listParameters
        let secret = values + parameters.filter { SecretName.isPossible($0.name) }.map(\.value)
        self.values = Self.sorted(secret + parameters.map(\.value))
        recordedValues = Self.sorted(secret.filter { $0.utf8.count >= Self.shortestPart })
        marks = Self.marks(variables)
    }

    private static func marks(_ variables: [String: String]) -> [(spelling: [UInt8], mark: [UInt8])] {
        let marks = variables.sorted { $0.key < $1.key }.filter { $0.value.utf8.count >= shortestPart }
            .flatMap { name, value in
                spellings(of: value).enumerated().map { index, spelling in
                    (spelling: Array(spelling.utf8), mark: Array("${\(name)\(index == 0 ? "" : ".\(index)")}".utf8))
                }
            }
        // The longest first, so that one that holds another is replaced whole.
        return marks.sorted { $0.spelling.count > $1.spelling.count }
    }

    private static func sorted(_ values: [String]) -> [String] {
        Set(values.filter { !$0.isEmpty }).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    func adding(_ value: String) -> SourceSecrets {
        var secrets = SourceSecrets(
            origin: origin, parameters: parameters, listParameters: listParameters, values: values + [value])
        secrets.marks = marks
        return secrets
    }

    /// The text with each secret in it masked, also where it is percent-encoded.
    func hide(in text: String, isRecorded: Bool = false) -> String {
        (isRecorded ? recordedValues : values).reduce(text) { text, value in
            Set(Self.spellings(of: value)).reduce(text) { Self.hide($1, in: $0) }
        }
    }

    /// Path and query as the database has them: `${NAME}` is in place of the value of a variable. No URL has a brace.
    func naming(in text: String) -> String { Self.replacing(in: text, marks.map { ($0.spelling, $0.mark) }) }

    /// Undoes `naming`. A name that is not known stays.
    func filling(_ text: String) -> String { Self.replacing(in: text, marks.map { ($0.mark, $0.spelling) }) }

    private static func replacing(in text: String, _ pairs: [(old: [UInt8], new: [UInt8])]) -> String {
        if pairs.isEmpty { return text }
        var rest = Array(text.utf8)[...]
        var replaced: [UInt8] = []
        while let first = rest.first {
            if let pair = pairs.first(where: { $0.old.first == first && rest.starts(with: $0.old) }) {
                replaced += pair.new
                rest.removeFirst(pair.old.count)
            } else {
                replaced.append(rest.removeFirst())
            }
        }
        return String(decoding: replaced, as: UTF8.self)
    }

    /// Whether a part of a URL, not encoded any more, is a secret or holds one.
    func isSecret(part: [UInt8]) -> Bool {
        values.contains { value in
            let bytes = Array(value.utf8)
            return part == bytes || bytes.count >= Self.shortestPart && part.firstRange(of: bytes) != nil
        }
    }

    /// Whether it is one of the parameters that are added when a request is sent, as an answer from there may repeat it.
    func isOwn(name: String, value: [UInt8], at origin: SourceURL.Origin) -> Bool {
        parameters.contains { $0.name == name && (origin == self.origin || value.elementsEqual($0.value.utf8)) }
            || listParameters.contains { $0.name == name && value.elementsEqual($0.value.utf8) }
    }

    private static func spellings(of value: String) -> [String] {
        let component = URLText.encodingComponent(value)
        let escaped = [component, component.replacing("%20", with: "+"), URLText.encodingPath(value)]
        // A server may repeat escapes in lower case.
        return [value] + escaped + escaped.map { $0.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() } }
    }

    private static func hide(_ secret: String, in text: String) -> String {
        let (secret, bytes) = (Array(secret.utf8), Array(text.utf8))
        guard bytes.count >= secret.count else { return text }
        var hidden: [UInt8] = []
        var position = 0
        while let range = bytes[position...].firstRange(of: secret) {
            let isWord =
                secret.count >= shortestPart
                || !isWordByte(bytes, range.lowerBound - 1) && !isWordByte(bytes, range.upperBound)
            hidden += bytes[position..<range.lowerBound]
            hidden += isWord ? Array(mask.utf8) : secret
            position = range.upperBound
        }
        return String(decoding: hidden + bytes[position...], as: UTF8.self)
    }

    private static func isWordByte(_ bytes: [UInt8], _ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        return bytes[index].isLetter || bytes[index].isDigit || bytes[index] >= 0x80
    }
}

extension SourceURL {
    /// Path and query as a recording has them: the source's own parameters are left out, and secrets are masked. The
    /// query is empty where there is none.
    package var withoutSecrets: (path: String, query: String) {
        let url = withoutOwnParameters
        return (hidingRecordedSecrets(in: url.path), hidingRecordedSecrets(in: url.query ?? ""))
    }

    package func hidingSecrets(in text: String) -> String {
        secrets?.hide(in: text) ?? text
    }

    package func hidingRecordedSecrets(in text: String) -> String {
        secrets?.hide(in: text, isRecorded: true) ?? text
    }

    /// The bytes with each secret masked that a recording must not have. Of JSON the strings alone are changed, however
    /// they are escaped, so that it stays JSON.
    package func hidingRecordedSecrets(in bytes: [UInt8]) -> [UInt8] {
        guard let document = try? JSONDocument(bytes) else {
            let text = String(decoding: bytes, as: UTF8.self)
            let hidden = hidingRecordedSecrets(in: text)
            return hidden == text ? bytes : Array(hidden.utf8)
        }
        return document.replacingValues { range, _ in
            guard case .string(let text) = document.scalar(at: range) else { return nil }
            let hidden = hidingRecordedSecrets(in: text)
            return hidden == text ? nil : JSONValue.string(hidden).bytes
        }
    }
}

package enum SecretName {
    private static let words: Set<Substring> = [
        "authorization", "auth", "cookie", "token", "key", "apikey", "secret", "password", "passwd", "signature", "sig",
        "credential", "credentials", "session",
    ]
    private static let endings = ["token", "apikey", "secret", "password", "signature", "accesskey", "privatekey"]
    /// Names that a secret may have in a URL, and much else too.
    private static let parameters: Set<String> = ["code", "pass", "pwd", "sid", "jwt", "assertion", "hmac"]

    /// Whether a header or parameter of that name carries a secret, so that it should not be written into a manifest.
    static func isLikely(_ name: String) -> Bool {
        name.lowercased().split { !$0.isLetter }.contains { word in
            words.contains(word) || endings.contains { word.hasSuffix($0) }
        }
    }

    /// Whether a parameter of that name may carry a secret, so that its value is not shown.
    package static func isPossible(_ name: String) -> Bool {
        isLikely(name) || parameters.contains(name.lowercased())
    }
}

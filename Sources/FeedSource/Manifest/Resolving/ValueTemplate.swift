import FeedModel

/// A text of the manifest, with its `${NAME}`s left open: what a secret is stays in the environment until a request is
/// made, and so cannot get into messages, the ledger or the database.
package struct ValueTemplate: Hashable, Sendable {
    package let text: String
    let place: KeyPlace
    let parts: [PageTemplate.Part]

    init(_ text: String, at place: KeyPlace) throws(TemplateFault) {
        (self.text, self.place) = (text, place)
        parts = try Self.parts(of: text)
    }

    package var variables: [String] { parts.compactMap(\.environmentName) }

    /// The environment variables that a text needs, in order; nil where it is no template.
    package static func variables(in text: String) -> [String]? {
        (try? parts(of: text))?.compactMap(\.environmentName)
    }

    /// Texts and variables of the environment.
    static func parts(of template: String) throws(TemplateFault) -> [PageTemplate.Part] {
        let fault = TemplateFault(message: "has a ${ without a variable's name and } after it")
        var parts: [PageTemplate.Part] = []
        var rest = template[...]
        while let dollar = rest.firstRange(of: "${") {
            guard let end = rest[dollar.upperBound...].firstIndex(of: "}") else { throw fault }
            let name = rest[dollar.upperBound..<end]
            guard isVariable(name) else { throw fault }
            if dollar.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<dollar.lowerBound]))) }
            parts.append(.environment(String(name)))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? parts : parts + [.text(String(rest))]
    }

    private static func isVariable(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, !first.isDigit else { return false }
        return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// The text with `x` for each variable: what can be checked before there is an environment.
    var sample: String {
        parts.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
    }

    /// What `read` makes of the text once it is filled in; its fault is one of the key's value.
    func reading<Value, Fault: TextFault>(
        _ text: String, in file: String, _ read: (String) throws(Fault) -> Value
    ) throws(ManifestError) -> Value {
        try parsing(text, read) { place.error(.badValue($0), file: file) }
    }
}

/// What messages call a key of a manifest, and its line.
struct KeyPlace: Hashable, Sendable {
    /// The key's path as TOML writes it: `source.headers.Authorization`.
    let name: String
    /// From 1.
    let line: Int?

    init(_ name: String, line: Int? = nil) { (self.name, self.line) = (name, line) }

    func error(_ reason: ManifestError.Reason, file: String) -> ManifestError {
        ManifestError(file: file, line: line, key: name, reason: reason)
    }
}

/// What is wrong with a text, to follow the name of what holds it.
protocol TextFault: Error {
    var message: String { get }
}

extension DottedPathError: TextFault {}

/// What `read` makes of a text; its fault becomes another error that says the same.
func parsing<Value, Fault: TextFault, Failure: Error>(
    _ text: String, _ read: (String) throws(Fault) -> Value, orThrow failure: (String) -> Failure
) throws(Failure) -> Value {
    do {
        return try read(text)
    } catch {
        throw failure(error.message)
    }
}

package struct NamedTemplate: Hashable, Sendable {
    package let name: String
    package let value: ValueTemplate
}

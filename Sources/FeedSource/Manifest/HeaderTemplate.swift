/// A header of the manifest, with its `${NAME}`s left open: what a secret is stays in the environment until a request
/// is made, and so cannot get into messages, the ledger or the database.
public struct HeaderTemplate: Hashable, Sendable {
    /// The header's name.
    public let name: String
    /// The value as it is written in the manifest.
    public let template: String
    /// The line in the manifest, from 1.
    let line: Int?

    /// The environment variables it needs, in order.
    public var variables: [String] {
        (try? Self.parts(of: template))?.compactMap { if case .variable(let name) = $0 { name } else { nil } } ?? []
    }

    /// A piece of the value.
    enum Part: Equatable {
        case text(String)
        case variable(String)
    }

    /// The value is no template: a `${` without a name and a closing brace behind it.
    struct SyntaxError: Error {}

    static func parts(of template: String) throws(SyntaxError) -> [Part] {
        var parts: [Part] = []
        var rest = template[...]
        while let dollar = rest.firstRange(of: "${") {
            guard let end = rest[dollar.upperBound...].firstIndex(of: "}") else { throw SyntaxError() }
            let name = rest[dollar.upperBound..<end]
            guard isVariable(name) else { throw SyntaxError() }
            if dollar.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<dollar.lowerBound]))) }
            parts.append(.variable(String(name)))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? parts : parts + [.text(String(rest))]
    }

    private static func isVariable(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, !URLText.isDigit(first) else { return false }
        return name.utf8.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// The value with the variables filled in.
    func resolve(in environment: [String: String], file: String) throws(ManifestError) -> HeaderFields.Field {
        var value = ""
        for part in (try? Self.parts(of: template)) ?? [.text(template)] {
            switch part {
            case .text(let text): value += text
            case .variable(let variable):
                guard let content = environment[variable], !content.isEmpty else {
                    throw error(.missingVariable(variable), file: file)
                }
                guard HeaderFields.isValue(content) else {
                    throw error(
                        .badValue("the environment variable \(variable) holds a line break or control character"),
                        file: file)
                }
                value += content
            }
        }
        return HeaderFields.Field(name: name, value: value)
    }

    private func error(_ reason: ManifestError.Reason, file: String) -> ManifestError {
        ManifestError(file: file, line: line, key: "source.headers.\(name)", reason: reason)
    }
}

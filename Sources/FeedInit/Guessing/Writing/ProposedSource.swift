import FeedModel
import FeedSource

/// The address of a list as a manifest writes it: without secrets, which stay in the environment.
struct ProposedSource: Sendable {
    /// A text with its name: a header or a parameter of the query.
    struct Named: Sendable, Equatable {
        let name: String
        /// May hold `${NAME}`s.
        let template: String
    }

    /// The values that were given as they are, by the variables that take their place.
    private(set) var secrets: [String: String] = [:]
    /// The variables that the manifest needs, in order.
    private(set) var variables: [String] = []
    var url: SourceURL
    private(set) var headers: [Named] = []
    private(set) var query: [Named] = []
    /// That of the body; nil for the usual one.
    private(set) var contentType: String?

    /// Headers whose values are no secrets; those of others go to the environment.
    private static let openHeaders: Set<String> = ["accept", "accept-language", "prefer", "user-agent"]

    /// - Parameters:
    ///   - text: the URL. Values in its query may be `${NAME}`.
    ///   - headers: `Name: value`; values may hold `${NAME}`s.
    init(url text: String, headers lines: [String]) throws(ProposalError) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if parts[0].contains("${") {
            throw .badURL(reason: "has ${NAME} before its query; only values in the query and headers may have it")
        }
        var kept: [Substring] = []
        var taken: [(name: String, value: String)] = []
        for part in parts.count == 2 ? parts[1].split(separator: "&") : [] {
            let name = URLText.parameterName(of: String(part))
            let value = part.firstIndex(of: "=").map { part[part.index(after: $0)...] } ?? ""
            if value.contains("${") {
                taken.append((name, String(value)))
            } else if SecretName.isPossible(name), !value.isEmpty {
                taken.append((name, String(decoding: URLText.decoding(value.replacing("+", with: " ")), as: UTF8.self)))
            } else {
                kept.append(part)
            }
        }
        do {
            url = try SourceURL(String(parts[0]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")))
        } catch {
            throw .badURL(reason: error.message)
        }
        for (name, value) in taken where !name.isEmpty && !query.contains(where: { $0.name == name }) {
            if !HeaderFields.isValue(value) { throw .badURL(reason: "holds a control character") }
            guard let template = template(for: value, named: name) else {
                throw .badURL(reason: "has a ${ without a variable’s name and } after it")
            }
            query.append(Named(name: name, template: template))
        }
        for line in lines { try add(header: line) }
    }

    private mutating func add(header line: String) throws(ProposalError) {
        guard let colon = line.firstIndex(of: ":") else { throw .badHeader(reason: "has no colon after a name") }
        let name = line[..<colon].trimmed
        let value = line[line.index(after: colon)...].trimmed
        guard HeaderFields.isName(name) else { throw .badHeader(reason: "has a name that cannot name a header") }
        if value.isEmpty { throw .badHeader(reason: "\(name) has no value") }
        if !HeaderFields.isValue(value) { throw .badHeader(reason: "\(name) holds a control character") }
        if headers.contains(where: { HeaderFields.areEqual($0.name, name) }) {
            throw .badHeader(reason: "\(name) is given twice")
        }
        if HeaderFields.areEqual(name, "Content-Type") {
            contentType = value
            return
        }
        if Self.openHeaders.contains(name.lowercased()), !value.contains("${") {
            return headers.append(Named(name: name, template: value))
        }
        // What says how the rest is meant is no secret: `Bearer abc`.
        let words = value.split(separator: " ", maxSplits: 1)
        let isSignIn = HeaderFields.areEqual(name, "Authorization") && words.count == 2 && !value.contains("${")
        let variable = HeaderFields.areEqual(name, "Authorization") ? "API_TOKEN" : name
        guard let template = template(for: isSignIn ? String(words[1]) : value, named: variable) else {
            throw .badHeader(reason: "\(name) has a ${ without a variable’s name and } after it")
        }
        headers.append(Named(name: name, template: isSignIn ? "\(words[0]) \(template)" : template))
    }

    /// The value with its variables; one that has none becomes a variable itself. Nil where it is no template.
    private mutating func template(for value: String, named name: String) -> String? {
        guard value.contains("${") else {
            let variable = freeVariable(like: name)
            secrets[variable] = value
            variables.append(variable)
            return "${\(variable)}"
        }
        guard let used = ValueTemplate.variables(in: value), !used.isEmpty else { return nil }
        variables += used.filter { !variables.contains($0) }
        return value
    }

    private func freeVariable(like name: String) -> String {
        var base = String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        if base.first.map({ !$0.isLetter && $0 != "_" }) ?? true { base = "API_" + base }
        var (variable, number) = (base, 2)
        while variables.contains(variable) {
            variable = "\(base)_\(number)"
            number += 1
        }
        return variable
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}

import FeedModel

/// Which requests are meant: by method, path, parameters, headers and body.
///
/// ```swift
/// let patterns: [RequestPattern] = [
///     .get("photos"),                   // whatever its parameters
///     .get("photos?page=2"),            // with this parameter, and any others
///     .post("events").body(containing: "tap"),
///     .any("*").header("if-none-match"),
/// ]
/// ```
public struct RequestPattern: Equatable, Sendable {
    /// The method; nil: any.
    let method: String?
    /// Path below the API's base, or whole, without slashes around it; `photos/*`: all below; nil: any.
    let path: String?
    /// Parameters that must be there, with these values.
    private(set) var query: [Query.Parameter]
    /// Headers that must be there, by name in lower case, with this value where there is one.
    private(set) var headers: [String: String?] = [:]
    private(set) var bodyTexts: [String] = []
    private(set) var bodyValues: [BodyValue] = []

    private init(_ method: String?, _ target: String) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = Self.trimmed(halves.first ?? "")
        self.method = method
        self.path = path == "*" ? nil : path
        query = halves.count > 1 ? Query(halves[1]).parameters : []
    }

    /// `GET`; the target is a path below the API's base or a whole one, `*` for any, with parameters that must be there.
    public static func get(_ target: String) -> RequestPattern { RequestPattern("GET", target) }
    /// `HEAD`.
    public static func head(_ target: String) -> RequestPattern { RequestPattern("HEAD", target) }
    /// `POST`.
    public static func post(_ target: String) -> RequestPattern { RequestPattern("POST", target) }
    /// `PUT`.
    public static func put(_ target: String) -> RequestPattern { RequestPattern("PUT", target) }
    /// `PATCH`.
    public static func patch(_ target: String) -> RequestPattern { RequestPattern("PATCH", target) }
    /// `DELETE`.
    public static func delete(_ target: String) -> RequestPattern { RequestPattern("DELETE", target) }
    /// Any method.
    public static func any(_ target: String = "*") -> RequestPattern { RequestPattern(nil, target) }

    /// The same, for requests with a header of that name; with this value, where one is given.
    public func header(_ name: String, _ value: String? = nil) -> RequestPattern {
        changed { $0.headers[name.lowercased()] = .some(value) }
    }

    /// The same, for requests whose body, as it was sent, contains this text in its first 65,536 bytes.
    public func body(containing text: String) -> RequestPattern {
        changed { $0.bodyTexts.append(text) }
    }

    /// The same, for requests whose body is JSON that has this value.
    func body(having value: BodyValue) -> RequestPattern {
        changed { $0.bodyValues.append(value) }
    }

    /// The same, for requests that have these parameters, too.
    func parameters(_ parameters: [String: String]) -> RequestPattern {
        let sorted = parameters.sorted { $0.key < $1.key }
        return changed { $0.query += sorted.map { Query.Parameter(name: $0.key, value: $0.value) } }
    }

    private func changed(_ change: (inout RequestPattern) -> Void) -> RequestPattern {
        var pattern = self
        change(&pattern)
        return pattern
    }

    /// Reads a pattern as a command line has it: `photos?page=2`, or `GET photos?page=2`.
    ///
    /// - Throws: ``PatternSyntaxError`` where there is no path, or more than two words.
    package init(parsing text: String) throws(PatternSyntaxError) {
        let words = text.split(separator: " ")
        guard let target = words.last, words.count <= 2, target.first != "?" else {
            throw PatternSyntaxError(text: text)
        }
        if words.count == 2, !words[0].allSatisfy(\.isLetter) { throw PatternSyntaxError(text: text) }
        self.init(words.count == 2 ? words[0].uppercased() : nil, String(target))
    }

    private static func trimmed(_ path: Substring) -> String {
        String(path.trimming { $0 == "/" })
    }

    // MARK: Matching

    func matches(_ entry: JournalEntry) -> Bool { differences(from: entry).isEmpty }

    /// What a request would need to be meant: nothing when it is. Weights say how far off it is.
    func differences(from entry: JournalEntry) -> [(weight: Int, text: String)] {
        var differences: [(weight: Int, text: String)] = []
        if let path, !Self.isMet(path, by: entry) { differences.append((8, "path \(entry.name) instead of \(path)")) }
        if let method, method != entry.method { differences.append((4, "\(entry.method) instead of \(method)")) }
        for parameter in query {
            let value = entry.parameter(parameter.name)
            guard value != parameter.value else { continue }
            let difference =
                value.map { "\(parameter.name)=\($0) instead of \(parameter.value)" } ?? "no \(parameter.name)"
            differences.append((value == nil ? 2 : 1, difference))
        }
        for (name, wanted) in headers.sorted(by: { $0.key < $1.key }) {
            let value = entry.headers[name]
            if let value, wanted == nil || wanted == value { continue }
            differences.append((1, value == nil ? "no header \(name)" : "another value of header \(name)"))
        }
        let body = bodyTexts.isEmpty ? "" : String(decoding: entry.body, as: UTF8.self)
        for text in bodyTexts where !body.contains(text) { differences.append((1, "no “\(text)” in the body")) }
        let document = bodyValues.isEmpty ? nil : try? JSONDocument(entry.body)
        for wanted in bodyValues {
            let found = document.flatMap { document in
                document.value(at: wanted.path).map { document.plainText(at: $0) }
            }
            guard found != wanted.text else { continue }
            let name = "\(wanted.path) of the body"
            differences.append((1, found == nil ? "no \(name)" : "another value of \(name)"))
        }
        return differences
    }

    private static func isMet(_ path: String, by entry: JournalEntry) -> Bool {
        let whole = trimmed(entry.path[...])
        guard path.hasSuffix("/*") else { return path == entry.name || path == whole }
        let folder = path.dropLast(1)
        return entry.name.hasPrefix(folder) || whole.hasPrefix(folder)
    }
}

extension RequestPattern: CustomStringConvertible {
    /// As it is written on a command line, then what headers and body must have.
    public var description: String {
        let parameters = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let target = (path ?? "*") + (parameters.isEmpty ? "" : "?\(parameters)")
        let names = headers.keys.sorted().map { " with \($0)" }
        let texts = bodyTexts + bodyValues.map { "\($0.path): \($0.text)" }
        return (method.map { "\($0) " } ?? "") + target + names.joined() + texts.map { " with “\($0)”" }.joined()
    }
}

/// What a body has at a path: a text without its quotes, any other value as it is written.
struct BodyValue: Equatable, Sendable {
    let path: DottedPath
    let text: String
}

extension JSONDocument {
    /// A text without its quotes, any other value as it is written.
    func plainText(at range: Range<Int>) -> String {
        if case .string(let text) = scalar(at: range) { return text }
        return String(decoding: slice(range), as: UTF8.self)
    }
}

package struct PatternSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    package let text: String

    package var description: String {
        "“\(text)” is no request; write PATH or METHOD PATH, as in “GET photos?page=2”"
    }
}

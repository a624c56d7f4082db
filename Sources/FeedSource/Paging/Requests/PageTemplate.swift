import FeedModel

enum PageVariable: Hashable, Sendable {
    case page, offset, cursor, size, since
    /// A field of the last item of the page before.
    case last(DottedPath)

    private static let words: [String: PageVariable] = [
        "page": .page, "offset": .offset, "cursor": .cursor, "size": .size, "since": .since,
    ]
    static let known = words.keys.sorted() + ["last.FIELD"]

    /// As a template has it: `{page}`.
    var placeholder: String {
        if case .last(let path) = self { return "{last.\(path)}" }
        return Self.words.first { $0.value == self }.map { "{\($0.key)}" } ?? ""
    }

    init?(_ word: Substring) throws(TemplateFault) {
        if let variable = Self.words[String(word)] {
            self = variable
            return
        }
        guard word.hasPrefix("last.") else { return nil }
        let path = try parsing(String(word.dropFirst("last.".count)), DottedPath.init(parsing:)) {
            TemplateFault(message: "has “{\(word)}”, whose field \($0)")
        }
        if path.components.isEmpty { return nil }
        self = .last(path)
    }
}

/// What is wrong with a template, to follow its key.
struct TemplateFault: TextFault {
    let message: String
}

/// A text with places for `${NAME}` and for what differs from page to page: `{cursor}`, `{last.created}`.
///
/// `{{cursor}}` is the text `{cursor}`; braces around anything but a word are text.
struct PageTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case environment(String)
        case variable(PageVariable)

        var environmentName: String? { if case .environment(let name) = self { name } else { nil } }
    }

    let parts: [Part]

    /// - Parameter isLenient: whether a word in braces that is no variable is text, but for one that is all of the text.
    ///   So it is in a body, where GraphQL has braces.
    init(_ text: String, isLenient: Bool = false) throws(TemplateFault) {
        let found = isLenient ? try? ValueTemplate.parts(of: text) : try ValueTemplate.parts(of: text)
        guard let pieces = found else {
            parts = [.text(text)]
            return
        }
        var parts: [Part] = []
        for piece in pieces {
            if case .text(let text) = piece {
                parts += try Self.split(text, isLenient: isLenient)
            } else {
                parts.append(piece)
            }
        }
        self.parts = parts
    }

    init(known text: some StringProtocol) {
        let text = String(text)
        self = (try? PageTemplate(text, isLenient: true)) ?? PageTemplate(parts: [.text(text)])
    }

    private init(parts: [Part]) { self.parts = parts }

    var variables: [PageVariable] {
        parts.compactMap { if case .variable(let variable) = $0 { variable } else { nil } }
    }

    static func isPlain(_ text: String) -> Bool { !text.contains("{") }

    private static func split(_ text: String, isLenient: Bool) throws(TemplateFault) -> [Part] {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            plain += rest[..<open]
            let word = rest[rest.index(after: open)..<close]
            let next = rest.index(after: close)
            if word.first == "{", next < rest.endIndex, rest[next] == "}", try PageVariable(word.dropFirst()) != nil {
                plain += "\(word)}"
                rest = rest[rest.index(after: next)...]
            } else if let variable = try PageVariable(word) {
                if !plain.isEmpty { parts.append(.text(plain)) }
                parts.append(.variable(variable))
                plain = ""
                rest = rest[next...]
            } else {
                let isAll = open == text.startIndex && next == text.endIndex
                if isWord(word), !isLenient || isAll { throw unknown(word) }
                plain += "{"
                rest = rest[rest.index(after: open)...]
            }
        }
        plain += rest
        return plain.isEmpty ? parts : parts + [.text(plain)]
    }

    private static func isWord(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_.".utf8.contains($0) }
    }

    private static func unknown(_ word: Substring) -> TemplateFault {
        let guess = Spelling.suggestion(for: String(word), among: PageVariable.known)
        let advice =
            guess.map { "did you mean {\($0)}?" }
            ?? "there are {\(PageVariable.known.joined(separator: "}, {"))}; a space after { makes it text"
        return TemplateFault(message: "has “{\(word)}”, which is no placeholder; \(advice)")
    }

    /// The text with all values; nil where one of them is missing.
    ///
    /// - Parameter encoded: writes a value as the place of the template asks for.
    func text(_ values: PageValues, encoded: (String) -> String = { $0 }) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .environment(let name): text += values.environment[name].map(encoded) ?? "${\(name)}"
            case .variable(let variable):
                guard let value = values[variable] else { return nil }
                text += encoded(value.value)
            }
        }
        return text
    }
}

struct PageValues {
    let cursor: PageCursor
    let first: String?
    let size: Int?
    /// What a delta begins with, as it is sent.
    let since: String?
    /// Of the variables `${NAME}`; secrets. One that is left out stays as it is written.
    var environment: [String: String]

    subscript(variable: PageVariable) -> PageCursor? {
        switch variable {
        case .page, .offset, .cursor: cursor.isParameter ? cursor : first.map(PageCursor.token)
        case .size: size.map(PageCursor.number)
        case .since: since.map { PageCursor.isNumber($0) ? .numeral($0) : .token($0) }
        case .last(let path): last(path)
        }
    }

    private func last(_ path: DottedPath) -> PageCursor? {
        guard case .document(let text) = cursor, let document = try? JSONDocument(Array(text.utf8)),
            let place = document.members(of: document.root).first(where: { $0.key == path.description })?.value
        else { return nil }
        return switch document.scalar(at: place) {
        case .string(let text): .token(text)
        case .number(let text): .numeral(text)
        case .null: nil
        case .bool, .array, .object: .document(String(decoding: document.slice(place), as: UTF8.self))
        }
    }
}

struct TemplateUse {
    let variable: PageVariable
    private let table: ManifestTable
    private let key: String

    static func all(in text: String, at key: String, of table: ManifestTable) throws(ManifestError) -> [TemplateUse] {
        let template = try table.reading(text, of: key) { text throws(TemplateFault) in try PageTemplate(text) }
        return template.variables.map { TemplateUse(variable: $0, table: table, key: key) }
    }

    static func all(in body: BodyTemplate, at key: String = "body", of table: ManifestTable) -> [TemplateUse] {
        body.templates.flatMap(\.variables).map { TemplateUse(variable: $0, table: table, key: key) }
    }

    static func all(in template: NamedTemplate, of table: ManifestTable) throws(ManifestError) -> [TemplateUse] {
        if let body = template.body { return all(in: body, at: template.name, of: table) }
        return try all(in: template.value.text, at: template.name, of: table)
    }

    func error(_ reason: String) -> ManifestError {
        table.error(key, .impossible("has \(variable.placeholder), \(reason)"))
    }
}

extension [TemplateUse] {
    func has(_ variable: PageVariable) -> Bool { contains { $0.variable == variable } }

    /// The fields of the last item, each once.
    var lastFields: [DottedPath] {
        var paths: [DottedPath] = []
        for case .last(let path) in map(\.variable) where !paths.contains(path) { paths.append(path) }
        return paths
    }
}

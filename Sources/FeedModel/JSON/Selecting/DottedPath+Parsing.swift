package struct DottedPathError: Error, Equatable, Sendable {
    /// What is wrong and what to do, to follow “is “…”, which”.
    package let message: String
}

extension DottedPath {
    /// Reads a path as a manifest has it.
    ///
    /// Steps are joined by dots. In double quotes a step may hold anything; `\"` is a quote and `\\` a backslash there.
    /// After a step, or first, `[field=value]` takes the first element of an array whose field equals the value; both
    /// may be in double quotes. A step that begins with `@` needs the quotes, since the names that begin so hold dots
    /// more often than not.
    package init(parsing text: String) throws(DottedPathError) {
        var reader = DottedPathReader(text)
        self.init(components: try reader.components())
    }
}

private struct DottedPathReader {
    private let bytes: [UInt8]
    private var position = 0
    private static let example = "write it like data.photos or 0.id"
    private static let conditionExample = "write it like links[rel=next].href"

    init(_ text: String) { bytes = Array(text.utf8) }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func components() throws(DottedPathError) -> [DottedPath.Component] {
        guard !bytes.isEmpty else { return [] }
        var components: [DottedPath.Component] = []
        var needsStep = true
        while true {
            switch byte {
            case UInt8(ascii: "["): components.append(DottedPath.Component(try condition()))
            case _ where needsStep: components.append(try step())
            case nil: return components
            case UInt8(ascii: "."):
                position += 1
                components.append(try step())
            default:
                throw DottedPathError(message: "has no dot after a step in quotes or brackets; \(Self.example)")
            }
            needsStep = false
        }
    }

    private mutating func step() throws(DottedPathError) -> DottedPath.Component {
        if byte == UInt8(ascii: "\"") { return DottedPath.Component(field: try quoted()) }
        if byte == UInt8(ascii: "@") { throw unquotedSign() }
        let name = try bare(until: ".[")
        if name.isEmpty { throw DottedPathError(message: "has an empty part; \(Self.example)") }
        return DottedPath.Component(name)
    }

    /// `[field=value]`
    private mutating func condition() throws(DottedPathError) -> DottedPath.Condition {
        position += 1
        let field = try byte == UInt8(ascii: "\"") ? quoted() : bare(until: ".=[]")
        guard byte == UInt8(ascii: "="), !field.isEmpty else { throw brokenCondition }
        position += 1
        let isQuoted = byte == UInt8(ascii: "\"")
        let value = try isQuoted ? quoted() : bare(until: "[]")
        guard byte == UInt8(ascii: "]"), isQuoted || !value.isEmpty else { throw brokenCondition }
        position += 1
        return DottedPath.Condition(field: ExactText(field), value: ExactText(value))
    }

    private var brokenCondition: DottedPathError {
        DottedPathError(message: "has a “[” without field=value and “]” after it; \(Self.conditionExample)")
    }

    /// What comes before the first of `ends`, or before the end.
    private mutating func bare(until ends: String) throws(DottedPathError) -> String {
        let start = position
        while let byte, !ends.utf8.contains(byte) {
            if byte == UInt8(ascii: "\"") {
                throw DottedPathError(message: "has a double quote inside a step; put the whole step in double quotes")
            }
            if byte == UInt8(ascii: "]") {
                throw DottedPathError(message: "has a “]” without a “[” before it; \(Self.conditionExample)")
            }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted() throws(DottedPathError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte, byte != UInt8(ascii: "\"") {
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = self.byte, "\"\\".utf8.contains(escaped) else {
                throw DottedPathError(message: "has a backslash before another character than \" and \\ in quotes")
            }
            text.append(escaped)
            position += 1
        }
        guard byte != nil else { throw DottedPathError(message: "has a double quote without a second one") }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// Names that begin with `@` hold dots (OData) or not (JSON-LD), and the user has to say which.
    private func unquotedSign() -> DottedPathError {
        let before = String(decoding: bytes[..<position], as: UTF8.self)
        let name = bytes[position...].prefix { !"[]\"".utf8.contains($0) }
        let after = String(decoding: bytes[name.endIndex...], as: UTF8.self)
        let whole = "'\(before)\"\(String(decoding: name, as: UTF8.self))\"\(after)'"
        let parts = name.split(separator: UInt8(ascii: "."), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        let other = parts.count == 2 ? ", or '\(before)\"\(parts[0])\".\(parts[1])\(after)' for two steps" : ""
        return DottedPathError(
            message: "has a step that begins with “@” and is not in double quotes; write \(whole)\(other)")
    }
}

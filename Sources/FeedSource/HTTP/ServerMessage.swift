import FeedModel

/// What a server says in the JSON body of an error, as one line that can be shown.
///
/// Looked for where problem details (RFC 9457) and the common frameworks have it. The text is a stranger's: control
/// characters, which terminals obey, become spaces, and formatting characters, which turn text around, are left out; it
/// is cut to `longest` characters; what was sent as a secret is masked, as some servers repeat it.
package enum ServerMessage {
    /// Characters that are kept of it.
    static let longest = 200

    private static let paths = [
        "detail", "message", "error.message", "error.info", "_error.message", "error_description", "error",
        "errors.0.message", "errors.0.detail", "errors.0.title", "errors.0", "detail.0.msg", "title", "msg", "reason",
        "0", "0.message", "",
    ].map { DottedPath($0) }

    static func line(in body: [UInt8], hiding secrets: SourceSecrets?) -> String? {
        guard let document = try? JSONDocument(body) else { return nil }
        for path in paths {
            guard case .string(let text) = document.scalar(at: path) else { continue }
            let line = harmless(text)
            if !line.isEmpty { return cut(secrets?.hide(in: line) ?? line, to: longest) }
        }
        return nil
    }

    /// The text on one line, without characters that terminals or readers obey.
    package static func harmless(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: needsSpace = !line.isEmpty
            case .format, .surrogate, .privateUse, .unassigned: break
            default:
                if needsSpace { line.append(" ") }
                needsSpace = false
                line.append(scalar)
            }
        }
        return String(line)
    }

    package static func cut(_ line: String, to longest: Int) -> String {
        // Marks pile up on one character without an end, so scalars are counted too.
        guard line.count > longest || line.unicodeScalars.count > 2 * longest else { return line }
        return String(String.UnicodeScalarView(line.prefix(longest - 1).unicodeScalars.prefix(2 * longest))) + "…"
    }
}

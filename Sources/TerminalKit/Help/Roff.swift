import Foundation

/// Text in the language of man(7), as groff and mandoc read it. All of it is ASCII.
package struct Roff {
    package private(set) var text = ""

    package init() {}

    /// Text that is read as it is, wherever in a line.
    package static func escaped(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            // An ASCII minus, so that an option can be copied from the page.
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "“": "\\(lq"
            case "”": "\\(rq"
            case "’": "\\(cq"
            case "…": "..."
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: " "
            case _ where scalar.isASCII: String(scalar)
            default: String(format: "\\[u%04X]", scalar.value)
            }
        }.joined()
        // At the beginning of a line a dot would make it a request.
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    package static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }

    package static func italic(_ text: String) -> String { "\\fI" + escaped(text) + "\\fR" }

    // MARK: Writing

    package mutating func macro(_ name: String, _ arguments: String...) {
        text += ([".\(name)"] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " ") + "\n"
    }

    /// A line of text that is escaped already.
    package mutating func line(_ marked: String) {
        text += marked + "\n"
    }

    package mutating func paragraph(_ plain: String) {
        macro("PP")
        line(Self.escaped(plain))
    }

    /// A term and what it means; the term is escaped already.
    package mutating func entry(_ marked: String, _ plain: String) {
        macro("TP")
        line(marked)
        line(Self.escaped(plain))
    }

    package mutating func example(_ lines: [String]) {
        macro("PP")
        macro("nf")
        macro("RS", "4")
        for line in lines { self.line(Self.escaped(line)) }
        macro("RE")
        macro("fi")
    }
}

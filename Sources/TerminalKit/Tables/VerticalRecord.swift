/// One record, a field a line: its name, then its value, which is wrapped under itself.
package struct VerticalRecord {
    package struct Field: Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private static let gap = "  "
    /// Below this there is no use in wrapping.
    private static let narrowest = 8

    package var fields: [Field]

    package init(fields: [Field] = []) {
        self.fields = fields
    }

    /// The lines of the record; names and values are made safe, and line breaks in values stay.
    ///
    /// - Parameter width: cells of the window, nil where nothing has to be wrapped.
    package func lines(width: Int?, style: Style) -> [String] {
        let names = fields.map { TerminalSanitizer.line($0.name) }
        let widest = names.map(DisplayWidth.of).max() ?? 0
        let indent = String(repeating: " ", count: widest) + Self.gap
        let room = width.map { max(Self.narrowest, $0 - widest - Self.gap.count) }
        return zip(names, fields).flatMap { name, field in
            let wrapped = TerminalSanitizer.lines(field.value).flatMap { line in
                room.map { TextWrap.lines(line, width: $0) } ?? [line]
            }
            return wrapped.enumerated().map { index, line in
                let head = index == 0 ? style.dim(name) : ""
                guard !line.isEmpty else { return head }
                return head + (index == 0 ? String(indent.dropFirst(DisplayWidth.of(name))) : indent) + line
            }
        }
    }
}

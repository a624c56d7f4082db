import FeedModel

/// The JSON body that asks for a page of a list, with places for the parameters of the paging.
///
/// A parameter is a path in it: `variables.after`. What it leads to is replaced, and made where it is missing. All else
/// is sent as the manifest has it.
package struct BodyTemplate: Hashable, Sendable {
    package enum Value: Equatable, Sendable {
        case number(String)
        /// A text, unescaped.
        case text(String)
        case members([PageCursor.Member])
    }

    /// What is wrong with a template or a parameter of it, to follow its key.
    struct Fault: Error {
        let reason: String
    }

    let text: String
    /// The paths of the parameters, by what the manifest calls them.
    private var paths: [String: DottedPath] = [:]

    /// - Throws: `Fault` where the text is no JSON object.
    init(_ text: String) throws(Fault) {
        let document: JSONDocument
        do {
            document = try JSONDocument(Array(text.utf8))
        } catch {
            throw Fault(reason: "is \(error)")
        }
        let root = document.scalar(at: document.root)
        guard root == .object else { throw Fault(reason: "is \(root.kindName); write a JSON object") }
        self.text = text
    }

    /// Makes a place for a parameter.
    ///
    /// - Throws: `Fault` where it is no path, or cannot be set here.
    mutating func admit(_ parameter: String) throws(Fault) {
        let path: DottedPath
        do {
            path = try DottedPath(parsing: parameter)
        } catch {
            throw Fault(reason: "is “\(parameter)”, which \(error.message)")
        }
        if path.components.contains(where: { $0.condition != nil }) {
            throw Fault(reason: "is “\(parameter)”, which has brackets; a parameter of a body is a path without them")
        }
        try check(path)
        paths[parameter] = path
    }

    /// Nothing is in the way of the path: it leads through objects, elements that are there, and what is missing or null.
    private func check(_ path: DottedPath) throws(Fault) {
        guard let document = try? JSONDocument(Array(text.utf8)) else { return }
        var place = document.root
        for (depth, component) in path.components.enumerated() {
            let way = DottedPath(components: path.components[..<depth])
            let next = document.value(at: DottedPath(components: [component]), in: place)
            switch document.scalar(at: place) {
            case .object, .null: break
            case .array where next != nil: break
            case .array: throw Fault(reason: "is “\(path)”, but the array at “\(way)” of body has no such element")
            case let found: throw Fault(reason: "is “\(path)”, but “\(way)” of body is \(found.kindName)")
            }
            guard let next else { return }
            place = next
        }
    }

    /// The document with these parameters set.
    ///
    /// A value takes the place of what is there. A text is written as a number where a number is there, and a number as
    /// a text where a text is there; else each is written as what it is.
    func filled(_ values: [(parameter: String, value: Value)]) -> [UInt8] {
        guard let document = try? JSONDocument(Array(text.utf8)) else { return Array(text.utf8) }
        let settings = values.compactMap { parameter, value in
            paths[parameter].map { Setting(path: $0.components[...], value: value) }
        }
        var writer = JSONWriter()
        Self.write(document.root, of: document, settings, to: &writer)
        return writer.bytes
    }

    /// A value and the way to its place from here.
    private struct Setting {
        var path: ArraySlice<DottedPath.Component>
        let value: Value

        func inside() -> Setting { Setting(path: path.dropFirst(), value: value) }
    }

    /// - Parameter place: of the value that is there; nil where nothing is.
    private static func write(
        _ place: Range<Int>?, of document: JSONDocument, _ settings: [Setting], to writer: inout JSONWriter
    ) {
        let present = place.map(document.scalar)
        if let setting = settings.last(where: \.path.isEmpty) { return setting.value.write(over: present, to: &writer) }
        if settings.isEmpty, let place { return writer.verbatim(document.slice(place)) }
        switch (present, place) {
        case (.object, let place?):
            writeObject(document.members(of: place).map { ($0.key, $0.value) }, of: document, settings, to: &writer)
        case (.array, let place?):
            writer.array { writer in
                for (index, element) in document.elements(of: place).enumerated() {
                    let inner = settings.filter { $0.path.first?.index == index }.map { $0.inside() }
                    write(element, of: document, inner, to: &writer)
                }
            }
        default: writeObject([], of: document, settings, to: &writer)
        }
    }

    private static func writeObject(
        _ members: [(key: String, place: Range<Int>?)], of document: JSONDocument, _ settings: [Setting],
        to writer: inout JSONWriter
    ) {
        var members = members
        for key in settings.compactMap(\.path.first?.key) where !members.contains(where: { $0.key == key }) {
            members.append((key, nil))
        }
        writer.object { writer in
            for (key, place) in members {
                writer.key(key)
                write(
                    place, of: document, settings.filter { $0.path.first?.key == key }.map { $0.inside() },
                    to: &writer)
            }
        }
    }
}

extension BodyTemplate.Value {
    fileprivate func write(over present: JSONScalar?, to writer: inout JSONWriter) {
        switch (self, present) {
        case (.members(let members), _): writer.verbatim(PageCursor.json(members))
        case (.number(let text), .string): writer.string(text)
        case (.number(let text), _): writer.verbatim(text.utf8)
        case (.text(let text), .number) where Self.isNumber(text): writer.verbatim(text.utf8)
        case (.text(let text), _): writer.string(text)
        }
    }

    /// Whether JSON can write the text as a number.
    static func isNumber(_ text: String) -> Bool {
        guard let document = try? JSONDocument(Array(text.utf8)), document.root.count == text.utf8.count,
            case .number = document.scalar(at: document.root)
        else { return false }
        return true
    }
}

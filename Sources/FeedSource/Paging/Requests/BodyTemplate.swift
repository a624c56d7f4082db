import FeedModel

/// The JSON body that asks for a page of a list, with places for the parameters of the paging.
///
/// A parameter is a path in it: `variables.after`. What it leads to is replaced, and made where it is missing. All else
/// is sent as the manifest has it.
///
/// Its texts are templates (`PageTemplate`). One that is a variable alone becomes the value, as it came. A member whose
/// value is missing is left out; an element is null then.
package struct BodyTemplate: Hashable, Sendable {
    let text: String
    let templates: [PageTemplate]
    /// The paths of the parameters, by what the manifest calls them.
    private var paths: [String: DottedPath] = [:]

    var hasVariables: Bool { templates.contains { $0.parts.contains { $0.environmentName != nil } } }

    init(_ text: String) throws(TemplateFault) {
        let document = try JSONDocument(Array(text.utf8)) { TemplateFault(message: "is \($0)") }
        let root = document.scalar(at: document.root)
        guard root == .object else { throw TemplateFault(message: "is \(root.kindName); write a JSON object") }
        self.text = text
        templates = try Self.templates(in: document.root, of: document)
    }

    private static func templates(
        in place: Range<Int>, of document: JSONDocument
    ) throws(TemplateFault) -> [PageTemplate] {
        if case .string(let text) = document.scalar(at: place) {
            return PageTemplate.isPlain(text) ? [] : [try PageTemplate(text, isLenient: true)]
        }
        var templates: [PageTemplate] = []
        for inner in document.members(of: place).map(\.value) + document.elements(of: place) {
            templates += try self.templates(in: inner, of: document)
        }
        return templates
    }

    func admitting(_ parameter: String) throws(TemplateFault) -> BodyTemplate {
        let path = try parsing(parameter, DottedPath.init(parsing:)) {
            TemplateFault(message: "is “\(parameter)”, which \($0)")
        }
        if path.components.contains(where: { $0.condition != nil }) {
            throw TemplateFault(
                message: "is “\(parameter)”, which has brackets; a parameter of a body is a path without them")
        }
        try check(path)
        var template = self
        template.paths[parameter] = path
        return template
    }

    /// Nothing is in the way of the path: it leads through objects, elements that are there, and what is missing or null.
    private func check(_ path: DottedPath) throws(TemplateFault) {
        guard let document = try? JSONDocument(Array(text.utf8)) else { return }
        let (place, depth) = document.end(of: path)
        if depth == path.components.count { return }
        let way = DottedPath(components: path.components[..<depth])
        switch document.scalar(at: place) {
        case .object, .null: return
        case .array:
            throw TemplateFault(message: "is “\(path)”, but the array at “\(way)” of body has no such element")
        case let found: throw TemplateFault(message: "is “\(path)”, but “\(way)” of body is \(found.kindName)")
        }
    }

    /// The document with these parameters set, and its texts filled in.
    ///
    /// A value takes the place of what is there. A text is written as a number where a number is there, and a number as
    /// a text where a text is there; else each is written as what it is.
    func filled(_ values: [(parameter: String, value: PageCursor)], _ page: PageValues) -> [UInt8] {
        guard let document = try? JSONDocument(Array(text.utf8)) else { return Array(text.utf8) }
        let settings = values.compactMap { parameter, value in
            paths[parameter].map { Setting(path: $0.components[...], value: value) }
        }
        var writer = JSONWriter()
        BodyFilling(document: document, page: templates.isEmpty ? nil : page)
            .write(document.root, settings, to: &writer)
        return writer.bytes
    }

    /// A value and the way to its place from here.
    fileprivate struct Setting {
        var path: ArraySlice<DottedPath.Component>
        let value: PageCursor

        func inside() -> Setting { Setting(path: path.dropFirst(), value: value) }
    }
}

private struct BodyFilling {
    let document: JSONDocument
    /// Nil where no text is a template.
    let page: PageValues?

    /// - Parameter place: of the value that is there; nil where nothing is.
    func write(_ place: Range<Int>?, _ settings: [BodyTemplate.Setting], to writer: inout JSONWriter) {
        let present = place.map(document.scalar)
        if let setting = settings.last(where: \.path.isEmpty) { return setting.value.write(over: present, to: &writer) }
        if settings.isEmpty, page == nil, let place { return writer.verbatim(document.slice(place)) }
        switch (present, place) {
        case (.object, let place?):
            writeObject(document.members(of: place).map { ($0.key, $0.value) }, settings, to: &writer)
        case (.array, let place?):
            writer.array { writer in
                for (index, element) in document.elements(of: place).enumerated() {
                    let inner = settings.filter { $0.path.first?.index == index }.map { $0.inside() }
                    write(element, inner, to: &writer)
                }
            }
        case (let scalar?, let place?) where settings.isEmpty: writeScalar(scalar, at: place, to: &writer)
        default: writeObject([], settings, to: &writer)
        }
    }

    private func writeScalar(_ scalar: JSONScalar, at place: Range<Int>, to writer: inout JSONWriter) {
        guard let page, let template = template(scalar) else { return writer.verbatim(document.slice(place)) }
        if case .variable(let variable)? = template.parts.first, template.parts.count == 1, let value = page[variable] {
            value.write(over: nil, to: &writer)
        } else if let filled = template.text(page) {
            writer.string(filled)
        } else {
            writer.verbatim("null".utf8)
        }
    }

    private func writeObject(
        _ members: [(key: String, place: Range<Int>?)], _ settings: [BodyTemplate.Setting], to writer: inout JSONWriter
    ) {
        var members = members
        for key in settings.compactMap(\.path.first?.key) where !members.contains(where: { $0.key == key }) {
            members.append((key, nil))
        }
        writer.object { writer in
            for (key, place) in members {
                let inner = settings.filter { $0.path.first?.key == key }.map { $0.inside() }
                if inner.isEmpty, let place, isMissing(place) { continue }
                writer.key(key)
                write(place, inner, to: &writer)
            }
        }
    }

    private func isMissing(_ place: Range<Int>) -> Bool {
        guard let page, let template = template(document.scalar(at: place)) else { return false }
        return template.text(page) == nil
    }

    private func template(_ scalar: JSONScalar) -> PageTemplate? {
        guard case .string(let text) = scalar, !PageTemplate.isPlain(text) else { return nil }
        return PageTemplate(known: text)
    }
}

import FeedModel

/// A place in a manifest that has a placeholder.
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

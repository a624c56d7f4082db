/// Fills templates in from an environment, and notes what came from there.
struct TemplateFilling {
    /// Where the text of a template is used, which decides how a variable's value is written there.
    enum Place {
        case plain
        /// In a path with a query or without: percent-encoded, so that a value cannot end the path or add a parameter.
        case location
    }

    let environment: [String: String]
    let file: String
    /// The values that variables had, in the order in which they were requested.
    var values: [String] = []
    /// The same by the names of the variables.
    private(set) var variables: [String: String] = [:]

    mutating func fill(_ template: ValueTemplate, in place: Place = .plain) throws(ManifestError) -> String {
        var filled = ""
        for part in template.parts {
            switch part {
            case .text(let text): filled += text
            case .variable: break
            case .environment(let variable):
                let value = try value(of: variable, at: template.place)
                switch place {
                case .plain: filled += value
                case .location where filled.contains("?"): filled += URLText.encodingComponent(value)
                case .location: filled += URLText.encodingPath(value)
                }
            }
        }
        return filled
    }

    mutating func fill(optional template: ValueTemplate?) throws(ManifestError) -> String? {
        guard let template else { return nil }
        return try fill(template)
    }

    /// An address as a whole is no secret, though it comes from the environment.
    mutating func address(
        _ template: ValueTemplate, _ read: (String) throws(SourceURLError) -> SourceURL
    ) throws(ManifestError) -> SourceURL {
        let known = values
        let address = try template.reading(try fill(template), in: file, read)
        values.removeAll { $0.contains("://") && !known.contains($0) }
        variables = variables.filter { values.contains($0.value) }
        return address
    }

    /// The values of variables by their names, each with the key that needs it.
    mutating func values(of variables: [(name: String, place: KeyPlace)]) throws(ManifestError) -> [String: String] {
        var values: [String: String] = [:]
        for (name, place) in variables { values[name] = try value(of: name, at: place) }
        return values
    }

    private mutating func value(of variable: String, at place: KeyPlace) throws(ManifestError) -> String {
        guard let value = environment[variable], !value.isEmpty else {
            throw place.error(.missingVariable(variable), file: file)
        }
        guard HeaderFields.isValue(value) else {
            throw place.error(
                .badValue("the environment variable \(variable) holds a line break or control character"), file: file)
        }
        if !values.contains(value) { values.append(value) }
        variables[variable] = value
        return value
    }
}

import FeedModel

/// Holds JSON values against schemas (JSON Schema as OpenAPI 3.0 and 3.1 use it). It knows `type`, `nullable`, `enum`,
/// `const`, `allOf`, `anyOf`, `oneOf`, `not`, `properties`, `required`, `additionalProperties`, `items` and the limits of
/// numbers, lengths and counts; other keywords are not looked at.
struct SchemaCheck {
    /// Values and schemas that are nested deeper are not looked at.
    private static let mostDepth = 64

    private let value: SchemaNode
    private let schema: SchemaNode
    private let place: String
    private let depth: Int

    /// The first thing about a value that is not as `schema` says; nil where there is none.
    ///
    /// - Parameter place: what the value is called, such as `body`
    static func fault(_ value: SchemaNode, _ schema: SchemaNode, at place: String, depth: Int = 0) -> Violation? {
        guard depth < mostDepth else { return nil }
        let check = SchemaCheck(value: value, schema: schema.resolved, place: place, depth: depth)
        if check.schema.scalar == .bool(false) { return Violation("\(place) is not allowed") }
        if check.schema["nullable"]?.isTrue == true, value.scalar == .null { return nil }
        return check.kindFault ?? check.limitFault ?? check.combinationFault ?? check.memberFault ?? check.elementFault
    }

    private func fault(_ value: SchemaNode, _ schema: SchemaNode, at place: String) -> Violation? {
        Self.fault(value, schema, at: place, depth: depth + 1)
    }

    private var kindFault: Violation? {
        if let names = schema["type"]?.texts, !names.contains(where: isOf) {
            return Violation("\(place) is \(value.scalar.kindName), not \(names.joined(separator: " or "))")
        }
        if let constant = schema["const"], !isEqual(to: constant) { return Violation("\(place) is another value") }
        if let values = schema["enum"]?.elements, !values.contains(where: isEqual) {
            return Violation("\(place) is none of the values that are described")
        }
        return nil
    }

    private func isOf(_ type: String) -> Bool {
        switch (type, value.scalar) {
        case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
            ("object", .object):
            true
        case ("integer", .number(let text)): Double(text).map { $0 == $0.rounded() } ?? false
        default: false
        }
    }

    private func isEqual(to other: SchemaNode) -> Bool {
        switch (other.scalar, value.scalar) {
        case (.number(let first), .number(let second)): Double(first) == Double(second)
        case (.array, .array), (.object, .object):
            JSONPretty.singleLine(other.document.slice(other.range))
                == JSONPretty.singleLine(value.document.slice(value.range))
        case (let first, let second): first == second
        }
    }

    private var limitFault: Violation? {
        let (count, least, most): (Double, String, String)
        switch value.scalar {
        case .number:
            guard let number = value.number else { return nil }
            if let limit = schema["exclusiveMinimum"]?.number, number <= limit {
                return Violation("\(place) is too small")
            }
            if let limit = schema["exclusiveMaximum"]?.number, number >= limit {
                return Violation("\(place) is too large")
            }
            (count, least, most) = (number, "minimum", "maximum")
        case .string(let text): (count, least, most) = (Double(text.unicodeScalars.count), "minLength", "maxLength")
        case .array: (count, least, most) = (Double(value.elements.count), "minItems", "maxItems")
        case .object: (count, least, most) = (Double(value.members.count), "minProperties", "maxProperties")
        case .null, .bool: return nil
        }
        if let limit = schema[least]?.number, count < limit { return Violation("\(place) is below its \(least)") }
        if let limit = schema[most]?.number, count > limit { return Violation("\(place) is above its \(most)") }
        return nil
    }

    private var combinationFault: Violation? {
        func fits(_ part: SchemaNode) -> Bool { fault(value, part, at: place) == nil }
        for part in schema["allOf"]?.elements ?? [] {
            if let fault = fault(value, part, at: place) { return fault }
        }
        if let parts = schema["anyOf"]?.elements, !parts.contains(where: fits) {
            return Violation("\(place) fits none of the schemas of anyOf")
        }
        if let parts = schema["oneOf"]?.elements, parts.count(where: fits) != 1 {
            return Violation("\(place) fits not one of the schemas of oneOf")
        }
        if let part = schema["not"], fits(part) { return Violation("\(place) fits what it must not") }
        return nil
    }

    private var memberFault: Violation? {
        guard value.scalar == .object else { return nil }
        let members = value.document.members(of: value.range)
        for name in schema["required"]?.elements.compactMap(\.text) ?? []
        where !members.contains(where: { $0.key == name }) {
            return Violation("\(place).\(name) is missing")
        }
        let properties = schema["properties"]
        for (name, range) in members {
            guard let part = properties?[name] ?? schema["additionalProperties"] else { continue }
            let member = SchemaNode(value.document, range)
            if let fault = fault(member, part, at: "\(place).\(name)") { return fault }
        }
        return nil
    }

    private var elementFault: Violation? {
        guard value.scalar == .array, let part = schema["items"] else { return nil }
        for (index, element) in value.elements.enumerated() {
            if let fault = fault(element, part, at: "\(place)[\(index)]") { return fault }
        }
        return nil
    }
}

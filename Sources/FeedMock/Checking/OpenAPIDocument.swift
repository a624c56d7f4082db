import FeedModel
import Foundation
import HTTPTypes

/// An OpenAPI document (3.0 or 3.1) in JSON or YAML, as far as requests and answers are held against it: paths, methods, query and
/// header parameters, bodies, statuses, media types, headers and schemas.
struct OpenAPIDocument: Sendable {
    struct Operation {
        let node: SchemaNode
        /// Of the path and of the operation, which come later and outrank those.
        let parameters: [SchemaNode]
        let pathValues: [String: String]
    }

    private let document: JSONDocument
    private let root: SchemaNode
    /// What the paths of the document are below.
    private let base: String

    init(path: String) throws(MockServerError) {
        guard let content = FileManager.default.contents(atPath: path) else { throw .noDocument(path) }
        do {
            document = try JSONDocument(Self.json(of: [UInt8](content), path: path))
        } catch {
            throw .badDocument(path, reason: "\(error)")
        }
        root = SchemaNode(document)
        guard root["openapi"]?.text?.hasPrefix("3.") == true, root["paths"] != nil else {
            throw .badDocument(path, reason: "it is no OpenAPI 3 document")
        }
        let server = root["servers"]?.elements.first?["url"]?.text ?? ""
        let afterHost = server.firstRange(of: "://").map { server[$0.upperBound...].drop { $0 != "/" } } ?? server[...]
        base = afterHost.last == "/" ? String(afterHost.dropLast()) : String(afterHost)
    }

    /// A file that is named so is YAML; JSON, too, can be read as such, but not to the letter.
    private static func json(of content: [UInt8], path: String) throws -> [UInt8] {
        guard ["yaml", "yml"].contains(where: { path.lowercased().hasSuffix(".\($0)") }) else { return content }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw YAMLDocument.Flaw(description: "it is not in UTF-8")
        }
        return try YAMLDocument(text).json.bytes
    }

    func operation(of request: MockRequest) throws(Violation) -> Operation {
        let method = request.method.rawValue.lowercased()
        let candidates = (root["paths"]?.members ?? []).compactMap { template, node in
            match(request.path, template).map { (template, node, $0) }
        }
        // A path without parameters outranks one with them.
        guard let (template, node, values) = candidates.min(by: { $0.2.count < $1.2.count }) else {
            throw Violation("the path is not in the document")
        }
        let described = node[method] ?? (method == "head" ? node["get"] : nil)
        guard let described else { throw Violation("\(request.method.rawValue) is not described for \(template)") }
        let parameters = (node["parameters"]?.elements ?? []) + (described["parameters"]?.elements ?? [])
        return Operation(node: described, parameters: parameters, pathValues: values)
    }

    /// The values of the template's parameters; nil where the path does not fit it.
    private func match(_ path: String, _ template: String) -> [String: String]? {
        for prefix in Set(["", base]) where path.hasPrefix(prefix) {
            let parts = path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
            let names = template.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == names.count else { continue }
            var values: [String: String] = [:]
            let fits = zip(parts, names).allSatisfy { part, name in
                guard name.hasPrefix("{"), name.hasSuffix("}") else { return part == name }
                values[String(name.dropFirst().dropLast())] = part.removingPercentEncoding ?? String(part)
                return !part.isEmpty
            }
            if fits { return values }
        }
        return nil
    }
}

/// What of a request or an answer is not as the document says, for people.
struct Violation: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

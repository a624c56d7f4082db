import FeedModel
import HTTPTypes

extension OpenAPIDocument {
    /// What of a request and of its answer is not as the document says; empty where all is.
    func violations(of request: MockRequest, _ answer: Answer?) -> [String] {
        let operation: Operation
        do throws(Violation) {
            operation = try self.operation(of: request)
        } catch {
            return ["request: \(error)"]
        }
        let ofRequest = (parameterFaults(request, operation) + bodyFaults(request, operation)).map { "request: \($0)" }
        let ofAnswer = answer.map { faults(of: $0, operation, isHead: request.method == .head) } ?? []
        return ofRequest + ofAnswer.map { "answer: \($0)" }
    }

    // MARK: - Requests

    private func parameterFaults(_ request: MockRequest, _ operation: Operation) -> [Violation] {
        operation.parameters.compactMap { parameter in
            guard let name = parameter["name"]?.text, let place = parameter["in"]?.text else { return nil }
            let value: String?
            switch place {
            case "query": value = request.query[name]
            case "header": value = request.headers[named: name]
            case "path": value = operation.pathValues[name]
            default: return nil
            }
            guard let value else {
                return parameter["required"]?.isTrue == true
                    ? Violation("the \(place) parameter \(name) is missing") : nil
            }
            guard let schema = parameter["schema"], let node = Self.node(value, schema) else { return nil }
            return SchemaCheck.fault(node, schema, at: "the \(place) parameter \(name)")
        }
    }

    /// A parameter's text as the JSON that its schema speaks of.
    private static func node(_ text: String, _ schema: SchemaNode) -> SchemaNode? {
        let names = schema["type"]?.texts ?? []
        if names.contains(where: { ["integer", "number", "boolean"].contains($0) }),
            let document = try? JSONDocument(Array(text.utf8))
        {
            return SchemaNode(document)
        }
        return (try? JSONDocument(JSONValue.string(text).bytes)).map { SchemaNode($0) }
    }

    private func bodyFaults(_ request: MockRequest, _ operation: Operation) -> [Violation] {
        guard let described = operation.node["requestBody"] else { return [] }
        guard !request.body.isEmpty else {
            return described["required"]?.isTrue == true ? [Violation("the body is missing")] : []
        }
        guard let body = try? ContentCoding.unpacked(request, limit: MockAPI.bodyLimit) else {
            return [Violation("the body cannot be unpacked")]
        }
        return contentFaults(body, request.headers[.contentType], described["content"])
    }

    // MARK: - Answers

    private func faults(of answer: Answer, _ operation: Operation, isHead: Bool) -> [Violation] {
        let status = String(answer.status.code)
        let responses = operation.node["responses"]
        let described = responses?[status] ?? responses?["\(status.prefix(1))XX"] ?? responses?["default"]
        guard let described else { return [Violation("the status \(status) is not described")] }
        let headers = (described["headers"]?.members ?? []).compactMap { name, header -> Violation? in
            let isMissing = header["required"]?.isTrue == true && answer.headers[named: name] == nil
            return isMissing ? Violation("the header \(name) is missing") : nil
        }
        guard !isHead, !answer.body.isEmpty, let body = Self.unpacked(answer) else { return headers }
        return headers + contentFaults(body, answer.headers[.contentType], described["content"])
    }

    private static func unpacked(_ answer: Answer) -> [UInt8]? {
        guard answer.headers[.contentEncoding] == "gzip" else { return answer.body }
        return try? Gzip.unpack(answer.body, limit: 64 * 1_024 * 1_024).get()
    }

    private func contentFaults(_ body: [UInt8], _ type: String?, _ content: SchemaNode?) -> [Violation] {
        guard let content, !content.members.isEmpty else { return [] }
        let media = type?.prefix { $0 != ";" }.lowercased().trimmingPrefix(" ") ?? "application/json"
        let described = content.members.first { name, _ in
            let name = name.lowercased()
            return name == media || name == "*/*" || name.hasSuffix("/*") && media.hasPrefix(name.dropLast())
        }
        guard let described else { return [Violation("the media type \(media) is not described")] }
        guard let schema = described.1["schema"], media.hasSuffix("json") else { return [] }
        guard let document = try? JSONDocument(body) else { return [Violation("the body is not valid JSON")] }
        return SchemaCheck.fault(SchemaNode(document), schema, at: "body").map { [$0] } ?? []
    }
}

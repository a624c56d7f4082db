import FeedModel
import HTTPTypes

/// Why the API does not do what it was asked. The answer is JSON: `{"error": {"code": …, "message": …}}`.
enum RequestError: Error, Equatable, Sendable {
    case badParameter(name: String, value: String, expected: String)
    case missingParameter(name: String)
    case conflictingParameters(String, String)
    case badBody(reason: String)
    case notFound(path: String)
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    case forgotten(since: Int64)
    case bodyTooLarge(limit: Int)
    case unsupportedEncoding(String)
    case unreadableFile(path: String)
    case foreignPage(ForeignPage)
    case foreignMachine
    case noHost
    case conflict(id: String)
    case unsaved(reason: String)

    var status: HTTPResponse.Status {
        switch self {
        case .badParameter, .missingParameter, .conflictingParameters, .badBody, .noHost: .badRequest
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .forgotten: .gone
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedEncoding: .unsupportedMediaType
        case .unreadableFile, .unsaved: .internalServerError
        case .conflict: .conflict
        case .foreignPage, .foreignMachine: .forbidden
        }
    }

    var code: String {
        switch self {
        case .badParameter: "bad_parameter"
        case .missingParameter: "missing_parameter"
        case .conflictingParameters: "conflicting_parameters"
        case .badBody: "bad_body"
        case .notFound: "not_found"
        case .methodNotAllowed: "method_not_allowed"
        case .forgotten: "gone"
        case .bodyTooLarge: "body_too_large"
        case .unsupportedEncoding: "unsupported_encoding"
        case .unreadableFile: "unreadable_file"
        case .foreignPage: "foreign_page"
        case .foreignMachine: "foreign_machine"
        case .noHost: "no_host"
        case .conflict: "conflict"
        case .unsaved: "unsaved"
        }
    }

    var message: String {
        switch self {
        case .badParameter(let name, let value, let expected): "\(name) is '\(value)', not \(expected)"
        case .missingParameter(let name): "\(name) is missing"
        case .conflictingParameters(let first, let second): "\(first) and \(second) exclude each other"
        case .badBody(let reason): "the body cannot be read: \(reason)"
        case .notFound(let path): "there is nothing at \(path)"
        case .methodNotAllowed(let allowed): "only \(allowed.map(\.rawValue).joined(separator: ", ")) here"
        case .forgotten(let since): "what changed after \(since) is forgotten; read the whole list"
        case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
        case .unsupportedEncoding(let encoding): "content encoding '\(encoding)' is not understood, gzip is"
        case .unreadableFile(let path): "\(path) is there but cannot be read"
        case .foreignPage(let page): "\(page) is not of this server; only programs on this machine are answered here"
        case .foreignMachine: "the request is from another machine; only programs on this machine are answered here"
        case .noHost: "the request has no Host header"
        case .conflict(let id): "there is an item with the ID '\(id)' already"
        case .unsaved(let reason): "nothing was changed, because it cannot be saved: \(reason)"
        }
    }

    var answer: Answer {
        var answer = Answer.json(status) { writer in
            writer.object { writer in
                writer.key("error")
                writer.object { writer in
                    writer.field("code", code)
                    writer.field("message", message)
                }
            }
        }
        if case .methodNotAllowed(let allowed) = self {
            answer.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
        }
        switch self {
        case .notFound, .methodNotAllowed: answer.isUnmatched = true
        default: break
        }
        return answer
    }
}

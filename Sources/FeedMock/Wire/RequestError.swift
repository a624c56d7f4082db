import FeedModel
import HTTPTypes

/// Why the API does not do what it was asked. The answer is JSON: `{"error": {"code": …, "message": …}}`.
enum RequestError: Error, Equatable, Sendable, CustomStringConvertible {
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
    /// A parameter or member that is not known, with the one that may have been meant, and those there are.
    case unknownName(String, String, nearest: String?, [String])
    /// A fault for a path that nothing is at.
    case notServed(String, nearest: String?)
    /// The real server did not answer.
    case noUpstream(String, reason: String)
    /// A request that was not recorded, and what differs from the nearest one that was.
    case notRecorded(String, nearest: String?)

    var status: HTTPResponse.Status {
        switch self {
        case .badParameter, .missingParameter, .conflictingParameters, .badBody, .noHost, .unknownName, .notServed:
            .badRequest
        case .notFound, .notRecorded: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .forgotten: .gone
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedEncoding: .unsupportedMediaType
        case .unreadableFile, .unsaved: .internalServerError
        case .conflict: .conflict
        case .noUpstream: .badGateway
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
        case .unknownName(let kind, _, _, _): "unknown_\(kind)"
        case .notServed: "not_served"
        case .noUpstream: "no_upstream"
        case .notRecorded: "not_recorded"
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
        case .unknownName(let kind, let name, let nearest, let known):
            "there is no \(kind) “\(name)” here; " + Self.hint(nearest, known)
        case .notServed(let path, let nearest):
            "there is nothing at “\(path)” that could go wrong"
                + (nearest.map { "; did you mean “\($0)”?" } ?? "; write * for any path")
        case .noUpstream(let origin, let reason): "\(origin) does not answer: \(reason)"
        case .notRecorded(let request, let nearest):
            "\(request) was not recorded" + (nearest.map { "; the nearest is \($0)" } ?? "")
        }
    }

    var description: String { message }

    private static func hint(_ nearest: String?, _ known: [String]) -> String {
        if let nearest { return "did you mean “\(nearest)”?" }
        return known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))"
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
        case .notFound, .methodNotAllowed, .notRecorded: answer.isUnmatched = true
        default: break
        }
        return answer
    }
}

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

    private var report: (status: HTTPResponse.Status, code: String, message: String) {
        switch self {
        case .badParameter(let name, let value, let expected):
            (.badRequest, "bad_parameter", "\(name) is '\(value)', not \(expected)")
        case .missingParameter(let name): (.badRequest, "missing_parameter", "\(name) is missing")
        case .conflictingParameters(let first, let second):
            (.badRequest, "conflicting_parameters", "\(first) and \(second) exclude each other")
        case .badBody(let reason): (.badRequest, "bad_body", "the body cannot be read: \(reason)")
        case .notFound(let path): (.notFound, "not_found", "there is nothing at \(path)")
        case .methodNotAllowed(let allowed):
            (.methodNotAllowed, "method_not_allowed", "only \(Self.listed(allowed)) here")
        case .forgotten(let since): (.gone, "gone", "what changed after \(since) is forgotten; read the whole list")
        case .bodyTooLarge(let limit): (.contentTooLarge, "body_too_large", "the body is larger than \(limit) bytes")
        case .unsupportedEncoding(let name):
            (.unsupportedMediaType, "unsupported_encoding", "content encoding '\(name)' is not understood, gzip is")
        case .unreadableFile(let path): (.internalServerError, "unreadable_file", "\(path) is there but cannot be read")
        case .foreignPage(let page): (.forbidden, "foreign_page", "\(page) is not of this server; \(Self.closed)")
        case .foreignMachine: (.forbidden, "foreign_machine", "the request is from another machine; \(Self.closed)")
        case .noHost: (.badRequest, "no_host", "the request has no Host header")
        case .conflict(let id): (.conflict, "conflict", "there is an item with the ID '\(id)' already")
        case .unsaved(let reason):
            (.internalServerError, "unsaved", "nothing was changed, because it cannot be saved: \(reason)")
        case .unknownName(let kind, let name, let nearest, let known):
            (.badRequest, "unknown_\(kind)", "there is no \(kind) “\(name)” here; " + Self.hint(nearest, known))
        case .notServed(let path, let nearest):
            (
                .badRequest, "not_served",
                "there is nothing at “\(path)” that could go wrong"
                    + (nearest.map { "; did you mean “\($0)”?" } ?? "; write * for any path")
            )
        case .noUpstream(let origin, let reason): (.badGateway, "no_upstream", "\(origin) does not answer: \(reason)")
        case .notRecorded(let request, let nearest):
            (
                .notFound, "not_recorded",
                "\(request) was not recorded" + (nearest.map { "; the nearest is \($0)" } ?? "")
            )
        }
    }

    /// What `read` gives, where a body can be read.
    static func reading<Value>(_ read: () throws -> Value) throws(RequestError) -> Value {
        do {
            return try read()
        } catch {
            throw .badBody(reason: "\(error)")
        }
    }

    var message: String { report.message }

    var description: String { message }

    private static let closed = "only programs on this machine are answered here"

    private static func listed(_ methods: [HTTPRequest.Method]) -> String {
        methods.map(\.rawValue).joined(separator: ", ")
    }

    private static func hint(_ nearest: String?, _ known: [String]) -> String {
        if let nearest { return "did you mean “\(nearest)”?" }
        return known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))"
    }

    var answer: Answer {
        let (status, code, message) = report
        var answer = Answer.error(status, code: code, message)
        if case .methodNotAllowed(let allowed) = self { answer.headers[.allow] = Self.listed(allowed) }
        answer.isUnmatched = status == .notFound || status == .methodNotAllowed
        return answer
    }
}

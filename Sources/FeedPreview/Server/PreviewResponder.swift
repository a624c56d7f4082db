import FeedCache
import FeedModel
import Foundation
import HTTPTypes
import LocalServer
import Synchronization

/// Answers the requests that the gate admits.
///
/// The lock guards the port, which is known once the server listens.
final class PreviewResponder: LocalResponder {
    let gate: PreviewGate
    let source: PreviewSource
    let streams: StreamTable
    /// Nil where images are not fetched.
    private let images: ImageProxy?
    private let configuration: FeedPreview.Configuration
    private let pause: @Sendable (Duration) async throws -> Void
    private let port = Mutex(0)

    init(
        _ engine: FeedEngine, gate: PreviewGate, configuration: FeedPreview.Configuration,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.gate = gate
        source = PreviewSource(
            engine: engine, showsImages: configuration.showsImages, runNames: configuration.runNames)
        streams = StreamTable()
        images = configuration.showsImages ? ImageProxy(engine) : nil
        self.configuration = configuration
        self.pause = pause
    }

    func listens(on port: Int) { self.port.withLock { $0 = port } }

    func respond(to request: LocalRequest, on connection: LocalConnection) async throws -> LocalResponse {
        var response = await answer(request, connection)
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        if case .bytes(let bytes) = response.body { response.headers[.contentLength] = String(bytes.count) }
        if request.method == .head { response.body = .none }
        return response
    }

    /// On every answer, whatever it is.
    private let headers = [
        (
            name: "Content-Security-Policy",
            value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; "
                + "require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]

    private func answer(_ request: LocalRequest, _ connection: LocalConnection) async -> LocalResponse {
        switch gate.verdict(of: request, port: port.withLock(\.self)) {
        case .refused(let status):
            var response = LocalResponse.text("\(status.code) \(status.reasonPhrase)\n", status: status)
            if status == .methodNotAllowed { response.headers[.allow] = "GET, HEAD" }
            return response
        case .opened:
            var response = LocalResponse.html(PreviewPages.goingOn(configuration))
            response.headers[.setCookie] = gate.setCookie
            return response
        case .admitted(let path, let query):
            do {
                return try await page(path, query, request, connection)
            } catch let error as UnknownNameError {
                return .text("\(error.message)\n", status: .notFound)
            } catch let error as PreviewRequestError {
                return .text("\(error.message)\n", status: .badRequest)
            } catch {
                return .text("\(error)\n", status: .internalServerError)
            }
        }
    }

    private func page(
        _ path: [String], _ query: PreviewQuery, _ request: LocalRequest, _ connection: LocalConnection
    ) async throws -> LocalResponse {
        switch (path.first ?? "", path.count) {
        case ("", 0):
            return .html(PreviewPages.feed(source: source.name, widths: configuration.widths))
        case ("preview.css", 1): return .bytes(WebFile.styles, "text/css; charset=utf-8")
        case ("preview.js", 1): return .bytes(WebFile.script, "text/javascript; charset=utf-8")
        case ("controls.js", 1): return .bytes(WebFile.controls, "text/javascript; charset=utf-8")
        case ("feed", 1):
            let view = try PreviewView(query)
            let run = try PreviewSource.Moment(query["run"] ?? "now")
            return .json(try await source.screen(view, at: run).document)
        case ("change", 1):
            let view = try PreviewView(query)
            return .json(
                try await source.change(
                    view, from: PreviewSource.Moment(query["from"] ?? ""), to: PreviewSource.Moment(query["to"] ?? "")))
        case ("changes", 1): return .json(try await source.changes(of: PreviewSource.Moment(query["run"] ?? "now")))
        case ("find", 1): return .json(try await source.find(query["text"] ?? ""))
        case ("runs", 1): return .json(try await source.runs())
        case ("item", 1), ("ad", 1):
            let page = path[0] == "item" ? source.itemPage : source.adPage
            return .html(try await page(query["id"] ?? "", query["in"] ?? "", query["find"] ?? ""))
        case ("image", 1):
            guard let image = await images?.image(at: query["url"] ?? "") else {
                return .text("no such image\n", status: .notFound)
            }
            return .bytes(image.bytes, image.type)
        case ("picture", 2):
            if let picture = Picture(name: path[1]) { return .bytes(Array(picture.svg.utf8), "image/svg+xml") }
            guard let (file, type) = try await source.picture(path[1]),
                let content = FileManager.default.contents(atPath: file)
            else { return .text("no such picture\n", status: .notFound) }
            return .bytes(Array(content), type)
        case ("events", 1):
            let view = try PreviewView(query)
            guard request.method == .get else { return .stream { _ in } }
            guard let place = streams.open(resuming: request.values(of: "Last-Event-ID").first, view: view) else {
                return .text(
                    "there are \(StreamTable.most) streams already; close another page\n", status: .serviceUnavailable)
            }
            let stream = PreviewStream(source: source, table: streams, connection: connection, pause: pause)
            return .stream { send in try await stream.run(in: place, send) }
        default: return .text("404 Not Found\n", status: .notFound)
        }
    }
}

/// What a URL asks for that cannot be.
struct PreviewRequestError: Error {
    let message: String
}

extension LocalResponse {
    static func bytes(_ bytes: [UInt8], _ type: String, status: HTTPResponse.Status = .ok) -> LocalResponse {
        LocalResponse(status: status, headers: [.contentType: type], body: .bytes(bytes))
    }

    static func text(_ text: String, status: HTTPResponse.Status) -> LocalResponse {
        .bytes(Array(text.utf8), "text/plain; charset=utf-8", status: status)
    }

    static func html(_ page: HTML) -> LocalResponse { .bytes(Array(page.text.utf8), "text/html; charset=utf-8") }

    static func json(_ document: JSONValue) -> LocalResponse { .bytes(document.bytes, "application/json") }

    static func stream(_ write: @escaping @Sendable (Send) async throws -> Void) -> LocalResponse {
        LocalResponse(
            status: .ok, headers: [.contentType: "text/event-stream"], body: .stream(length: nil, write))
    }
}

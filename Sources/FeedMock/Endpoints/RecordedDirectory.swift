import Foundation
import HTTPTypes

/// A directory of plain JSON files that is served as an API.
///
/// `GET /photos` is answered with `photos.json` or `photos`; `GET /photos?page=2` with `photos.page=2.json` or
/// `photos/2.json`, and where there is no such file with the plain one; `GET /photos` without a plain one with
/// `photos/1.json`. Any other parameter works like the first form: `photos.cursor=abc.json`.
///
/// Nothing outside of the directory is served, whatever a path or a symbolic link says, and no hidden file.
struct RecordedDirectory: Sendable {
    private let root: String

    init(path: String) throws(MockServerError) {
        guard PlainPath.isFolder(path) == true else { throw .notADirectory(path) }
        root = PlainPath.resolved(path)
    }

    func answer(_ request: MockRequest) throws(RequestError) -> Answer {
        guard let components = PlainPath.components(request.path) else { throw .notFound(path: request.path) }
        let name = components.joined(separator: "/")
        for candidate in Self.candidates(name, request.query) {
            guard let file = PlainPath.file(candidate, below: root) else { continue }
            guard let content = FileManager.default.contents(atPath: file) else {
                throw .unreadableFile(path: request.path)
            }
            return Answer(.ok, headers: [.contentType: Self.mediaType(candidate)], body: [UInt8](content))
        }
        throw .notFound(path: request.path)
    }

    private static func candidates(_ name: String, _ query: Query) -> [String] {
        var names: [String] = []
        for parameter in query.parameters where PlainPath.isPlain(parameter.name) && PlainPath.isPlain(parameter.value)
        {
            names.append("\(name).\(parameter.name)=\(parameter.value).json")
            if parameter.name == "page" { names.append("\(name)/\(parameter.value).json") }
        }
        names += ["\(name).json", name]
        return query.has("page") ? names : names + ["\(name)/1.json"]
    }

    private static func mediaType(_ name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "html", "htm": "text/html; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        default: "application/json; charset=utf-8"
        }
    }
}

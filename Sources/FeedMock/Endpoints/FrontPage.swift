import HTTPTypes
import LocalServer

/// The page at `/`: what is served, and how to drive it. For people with a browser; it has no scripts.
struct FrontPage {
    let api: MockAPI

    /// Like the control endpoints it has no faults and is not in the journal. Where the API itself is at `/`, the page is for
    /// browsers alone.
    static func isAsked(of api: MockAPI, by request: MockRequest) -> Bool {
        guard request.isReading, request.path == "/" else { return false }
        return !api.basePath.isEmpty || request.headers[.accept]?.contains("text/html") == true
    }

    func answer(_ request: MockRequest) throws(RequestError) -> Answer {
        if let stranger = api.crossOrigin.foreignPage(of: request) { throw .foreignPage(stranger) }
        return Answer(.ok, headers: [.contentType: "text/html; charset=utf-8"], body: Array(html.utf8))
    }

    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>feedcache mock API</title>
        <style>body { font: 16px/1.5 sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em }</style>
        <h1>feedcache mock API</h1>
        <p>The world is\(api.faults.isOffline ? " offline, and" : "") at tick \(api.clock.tick). \(api.journal.count) requests came so far.</p>
        <h2>Served</h2>
        \(list(api.servedPaths.map(Self.link), orElse: "What is in a folder."))
        <h2>Faults</h2>
        \(list(api.faults.rules.map { "<code>\($0.description.escapedForHTML)</code>" }, orElse: "None."))
        <h2>Drive it</h2>
        \(list(Self.commands.map { "<code>\($0.command.escapedForHTML)</code>: \($0.effect.escapedForHTML)" }))
        <h2>Last requests</h2>
        \(list(lastRequests, orElse: "None."))
        <p>As JSON: \(Self.controls.map(Self.link).joined(separator: ", ")).</p>
        </html>

        """
    }

    private var lastRequests: [String] {
        api.journal.entries.suffix(10).reversed().map { "<code>\($0.description.escapedForHTML)</code>" }
    }

    private static let controls = ["journal", "unmatched", "faults", "events", "tick"].map {
        "\(ControlEndpoint.path)/\($0)"
    }

    private static let commands = [
        (command: "feedcache mock fault 'photos:503*2'", effect: "two requests for photos get a 503"),
        (command: "feedcache mock faults", effect: "what goes wrong"),
        (command: "feedcache mock tick", effect: "the world moves on"),
        (command: "feedcache mock journal", effect: "what was asked"),
        (command: "feedcache mock verify 'GET photos' --times 1", effect: "whether a request came once"),
        (command: "feedcache mock offline on", effect: "no request is answered until “offline off”"),
        (command: "feedcache mock reset", effect: "no faults, an empty journal"),
    ]

    private func list(_ items: [String], orElse text: String = "") -> String {
        items.isEmpty ? "<p>\(text)</p>" : "<ul>\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ul>"
    }

    private static func link(to path: String) -> String {
        "<a href=\"\(path.escapedForHTML)\">\(path.escapedForHTML)</a>"
    }
}

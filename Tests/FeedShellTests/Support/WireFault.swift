import TestSupport
import Testing

/// A row of the fault table: what a server does to a request on a real socket, and what a sync makes of it.
struct WireFault: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [LoopbackServer.Step]
    /// The code of the error in `sync --json`.
    let code: String
    /// What the program ends with when nothing else came.
    let exit: Int32
    /// Requests until the sync gives up, by the manifest of the test two where the fault may pass.
    var tries = 1
    /// Whether the server asks to be left alone.
    var isDeferred = false
    /// The whole request's time, for servers that take all of it.
    var milliseconds = 20_000

    var testDescription: String { name }

    static let table = lines + lengths + silences + contents + packings + redirects + statuses

    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let item = #"{"items":[{"id":1,"v":9}],"more":false}"#

    private static func content(
        _ name: String, _ body: [UInt8], _ code: String = "malformed", _ headers: String...
    ) -> Self {
        WireFault(name: name, steps: [.answer(body, headers: headers)], code: code, exit: 76)
    }

    private static func line(_ name: String, _ steps: LoopbackServer.Step...) -> Self {
        WireFault(name: name, steps: steps, code: "connection", exit: 69, tries: 2)
    }

    private static let lines = [
        line("reset before the answer", .reset),
        line("closed before the answer", .close),
        line("reset in the head", .send(head + "Content-Le"), .reset),
        line("closed in the head", .send(head + "Content-Le"), .close),
        line("reset in the body", .send(head + "Content-Length: 99\r\n\r\n" + item), .reset),
    ]

    private static let lengths = [
        line("cut off before its length", .send(head + "Content-Length: 99\r\n\r\n" + item), .close),
        line("cut off before its last chunk", .send(head + "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"it\r\n"), .close),
        WireFault(
            name: "longer than its length", steps: [.send(head + "Content-Length: 20\r\n\r\n" + item)],
            code: "malformed", exit: 76),
        WireFault(
            name: "of a length that is no number", steps: [.send(head + "Content-Length: ten\r\n\r\n" + item), .close],
            code: "malformed", exit: 76),
        WireFault(
            name: "no HTTP", steps: [.send("SSH-2.0-OpenSSH_9.6\r\n\r\n"), .close], code: "malformed", exit: 76),
    ]

    private static let silences = [
        WireFault(name: "silent", steps: [.hold], code: "timeout", exit: 69, tries: 2, milliseconds: 1_000),
        WireFault(
            name: "silent in the body", steps: [.send(head + "Content-Length: 99\r\n\r\n{"), .hold], code: "timeout",
            exit: 69, tries: 2, milliseconds: 1_000),
        WireFault(
            name: "a slow drip",
            steps: [.send(head + "Content-Length: 99999\r\n\r\n"), .drip(UInt8(ascii: " "), milliseconds: 5)],
            code: "timeout", exit: 69, tries: 2, milliseconds: 1_000),
    ]

    private static let contents = [
        content("empty", []),
        WireFault(
            name: "unchanged, unasked", steps: [.send("HTTP/1.1 304 Not Modified\r\n\r\n")], code: "malformed", exit: 76
        ),
        content("HTML", Array("\n<!doctype html><title>Sign in</title>".utf8)),
        content("cut-off JSON", Array(item.utf8.dropLast())),
        content("two documents", Array((item + item).utf8)),
        content("a list that is an object", Array(#"{"items":{"id":1},"more":false}"#.utf8)),
        content("text for a document", Array(#""items""#.utf8)),
        content("invalid UTF-8", Array(#"{"items":[{"id":1,"t":""#.utf8) + [0xFF] + Array(#""}],"more":false}"#.utf8)),
        content(
            "deep nesting",
            Array(
                (#"{"items":["# + String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000) + "]}")
                    .utf8)),
        content("too long", [UInt8](repeating: UInt8(ascii: " "), count: 100_001), "too_large"),
    ]

    private static let packings = [
        content("a gzip bomb", PackedBody.gzipBomb(packed: 20_000), "too_large", "Content-Encoding: gzip"),
        content("a deflate bomb", PackedBody.bomb(packed: 20_000), "too_large", "Content-Encoding: deflate"),
        content("gzip that is none", Array(item.utf8), "malformed", "Content-Encoding: gzip"),
        content("packed in an unknown way", Array(item.utf8), "malformed", "Content-Encoding: br"),
        WireFault(
            name: "cut-off gzip",
            steps: [.answer(PackedBody.gzip(item).dropLast(9) + [], headers: ["Content-Encoding: gzip"])],
            code: "connection", exit: 69, tries: 2),
    ]

    private static func redirect(
        _ name: String, to location: String?, tries: Int = 1, code: String = "redirect"
    ) -> Self {
        let headers = location.map { ["Location: \($0)"] } ?? []
        return WireFault(
            name: name, steps: [.answer([], status: "302 Found", headers: headers)], code: code, exit: 76, tries: tries)
    }

    private static let redirects = [
        redirect("a redirect to itself", to: "#", tries: 6),
        redirect("a redirect to nowhere", to: nil),
        redirect("a redirect to a file", to: "file:///etc/passwd"),
        redirect("a redirect to a login page", to: "/login", tries: 2, code: "malformed"),
    ]

    private static func status(_ status: String, exit: Int32 = 76, tries: Int = 1) -> Self {
        WireFault(
            name: status, steps: [.answer("{}", status: status)], code: "http_status", exit: exit, tries: tries)
    }

    private static func wait(_ status: String) -> Self {
        WireFault(
            name: "\(status), for an hour", steps: [.answer("", status: status, "Retry-After: 3600")],
            code: "http_status", exit: 75, isDeferred: true)
    }

    private static let statuses = [
        status("400 Bad Request"), status("401 Unauthorized", exit: 77), status("403 Forbidden", exit: 77),
        status("404 Not Found"), status("408 Request Timeout", exit: 69, tries: 2), status("410 Gone"),
        status("429 Too Many Requests", tries: 2), status("500 Internal Server Error", exit: 69, tries: 2),
        status("503 Service Unavailable", exit: 69, tries: 2), wait("429 Too Many Requests"),
        wait("503 Service Unavailable"),
    ]
}

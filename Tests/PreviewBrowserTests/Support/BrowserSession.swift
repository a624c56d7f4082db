import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A browser without a window, driven by WebDriver (W3C, 2018) over plain HTTP.
struct BrowserSession {
    /// What the driver refused, or what a script threw.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A line of the browser's console.
    struct LogLine: Decodable, CustomStringConvertible {
        let level: String
        let message: String
        var description: String { "\(level) \(message)" }
    }

    private struct Answer<Value: Decodable>: Decodable {
        let value: Value
    }

    private struct Problem: Decodable {
        let error: String
        let message: String
    }

    private struct HeapUsage: Decodable {
        let usedSize: Double
    }

    private struct Started: Decodable {
        let sessionId: String
    }

    /// Nothing that is looked at.
    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    private let base: String

    init(port: Int) async throws {
        // Chromium has no sandbox for root.
        let sandbox = getuid() == 0 ? #""--no-sandbox","# : ""
        let body = """
            {"capabilities":{"alwaysMatch":{"browserName":"chrome","timeouts":{"script":60000},
            "goog:loggingPrefs":{"browser":"ALL"},
            "goog:chromeOptions":{"args":["--headless",\(sandbox)"--disable-dev-shm-usage","--disable-gpu",
            "--force-device-scale-factor=1","--lang=en","--no-first-run"]}}}}
            """
        let started: Started = try await Self.send(.POST, "http://127.0.0.1:\(port)/session", body)
        base = "http://127.0.0.1:\(port)/session/\(started.sessionId)"
        try await command(
            "Emulation.setDeviceMetricsOverride",
            #"{"width":1320,"height":1000,"deviceScaleFactor":1,"mobile":false}"#)
    }

    func end() async {
        _ = try? await Self.send(.DELETE, base, nil) as Ignored
    }

    // MARK: Pages

    /// Opens a URL, and returns once the page is loaded.
    func open(_ url: URL) async throws { try await post("/url", #"{"url":"\#(url.absoluteString)"}"#) }

    /// Runs a function's body in the page. What it returns may be a promise.
    ///
    /// - Parameter arguments: what the body sees as `arguments`.
    func run<Value: Decodable>(_ script: String, _ arguments: any Encodable...) async throws -> Value {
        try await Self.send(.POST, base + "/execute/sync", Self.body(script, arguments))
    }

    /// Runs a function's body in the page, and waits for the promise that it returns.
    func run(_ script: String, _ arguments: any Encodable...) async throws {
        let _: Ignored = try await Self.send(.POST, base + "/execute/sync", Self.body(script, arguments))
    }

    private static func body(_ script: String, _ arguments: [any Encodable]) throws -> String {
        func json(_ value: any Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        return #"{"script":\#(try json(script)),"args":[\#(try arguments.map(json).joined(separator: ","))]}"#
    }

    /// Types as somebody at the keyboard would. WebDriver has characters of its own for keys: U+E007 is Enter.
    func press(_ keys: String...) async throws {
        let actions = keys.flatMap { [#"{"type":"keyDown","value":"\#($0)"}"#, #"{"type":"keyUp","value":"\#($0)"}"#] }
        try await post(
            "/actions",
            #"{"actions":[{"type":"key","id":"keys","actions":[\#(actions.joined(separator: ","))]}]}"#)
    }

    /// Presses a key while another is held.
    func chord(_ held: String, _ key: String) async throws {
        let actions = [("Down", held), ("Down", key), ("Up", key), ("Up", held)].map { way, key in
            #"{"type":"key\#(way)","value":"\#(key)"}"#
        }
        try await post(
            "/actions",
            #"{"actions":[{"type":"key","id":"keys","actions":[\#(actions.joined(separator: ","))]}]}"#)
    }

    /// A command of the Chrome DevTools Protocol.
    func command(_ name: String, _ parameters: String = "{}") async throws {
        try await post("/goog/cdp/execute", #"{"cmd":"\#(name)","params":\#(parameters)}"#)
    }

    /// What the page's own objects take, in bytes, once what nothing refers to is gone.
    func heap() async throws -> Double {
        try await command("HeapProfiler.collectGarbage")
        let usage: HeapUsage = try await Self.send(
            .POST, base + "/goog/cdp/execute", #"{"cmd":"Runtime.getHeapUsage","params":{}}"#)
        return usage.usedSize
    }

    /// What the page sees of a user's wishes, such as `prefers-color-scheme`.
    func prefer(_ feature: String, _ value: String) async throws {
        try await command(
            "Emulation.setEmulatedMedia", #"{"features":[{"name":"\#(feature)","value":"\#(value)"}]}"#)
    }

    /// What the console got since it was asked last: errors, and what the page's policy refused.
    func log() async throws -> [LogLine] {
        try await Self.send(.POST, base + "/se/log", #"{"type":"browser"}"#)
    }

    /// What is on screen, as PNG.
    func screenshot() async throws -> Data {
        let text: String = try await Self.send(.GET, base + "/screenshot", nil)
        guard let data = Data(base64Encoded: text) else { throw Failure(description: "no screenshot") }
        return data
    }

    // MARK: The wire

    private func post(_ path: String, _ body: String) async throws {
        let _: Ignored = try await Self.send(.POST, base + path, body)
    }

    private static func send<Value: Decodable>(
        _ method: HTTPMethod, _ url: String, _ body: String?
    ) async throws -> Value {
        var request = HTTPClientRequest(url: url)
        request.method = method
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            // With a length: chromedriver drops what comes in chunks.
            request.body = .bytes(ByteBuffer(string: body))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        let data = Data(Array(buffer: try await answer.body.collect(upTo: 64 << 20)))
        guard answer.status == .ok else {
            let problem = try? JSONDecoder().decode(Answer<Problem>.self, from: data).value
            throw Failure(description: problem.map { "\($0.error): \($0.message)" } ?? "\(answer.status)")
        }
        return try JSONDecoder().decode(Answer<Value>.self, from: data).value
    }
}

import Foundation
import Synchronization
import TestSupport

@testable import FeedShell

/// A list of two pages on a real socket, one of which may answer as a row of the fault table says, and a shell that has
/// the list for its source.
final class FaultyServer {
    /// What `sync --json` says, as far as faults are concerned.
    struct Report: Decodable {
        struct Collection: Decodable {
            struct Failure: Decodable {
                let code: String
            }
            let outcome: String
            let error: Failure?
        }
        let collections: [Collection]
        var outcome: String? { collections.first?.outcome }
        var code: String? { collections.first?.error?.code }
    }

    private struct Line: Decodable {
        let version: String?
    }

    private let script: ServerScript
    private let server: LoopbackServer
    private let fixture: ShellFixture
    /// How long the program waits for an answer that goes wrong, and for one that does not.
    private let patience: Int
    private static let longPatience = 20_000
    private var seen = 0

    init(_ fault: WireFault) throws {
        let script = ServerScript(fault: fault)
        self.script = script
        server = try LoopbackServer { script.answer($0) }
        fixture = try ShellFixture()
        patience = fault.milliseconds
        try writeManifest(milliseconds: Self.longPatience)
    }

    deinit {
        server.stop()
    }

    /// All items have a greater version from now on, and that page, if any, goes wrong.
    func move(toVersion version: Int, faultyPage: Int? = nil) throws {
        try writeManifest(milliseconds: faultyPage == nil ? Self.longPatience : patience)
        script.state.withLock { $0 = .init(version: version, faultyPage: faultyPage) }
        seen = server.requests.count
    }

    private func writeManifest(milliseconds: Int) throws {
        let manifest = """
            [source]
            name = "test"
            base_url = "\(server.base)/v1"
            timeout_ms = \(milliseconds)
            max_body_bytes = 100000
            retry = { attempts = 2, base_delay_ms = 1, max_delay_ms = 1 }

            [[collections]]
            name = "list"
            path = "list"
            items = "items"
            id = "id"
            version = "v"
            paging = { style = "page", param = "page", has_next = "more" }

            """
        try manifest.write(to: fixture.folder.appending(path: "feed.toml"), atomically: true, encoding: .utf8)
    }

    func sync() async throws -> (exit: Int32, report: Report, complaints: [Substring]) {
        let result = try await fixture.run("sync --json")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        return (result.status.rawValue, report, result.errors.split(separator: "\n"))
    }

    /// The versions of the items in the cache, in display order.
    var versions: [String?] {
        get async throws {
            try await fixture.run("export list --format ndjson").output.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8)).version
            }
        }
    }

    /// The pages asked for since the last move.
    var asked: [Int] {
        server.requests.dropFirst(seen).map { ServerScript.page(of: $0) }
    }
}

/// What a faulty server answers. The lock guards what it is up to.
private final class ServerScript: Sendable {
    struct State {
        var version = 1
        var faultyPage: Int?
    }

    let state = Mutex(State())
    private let fault: WireFault

    init(fault: WireFault) {
        self.fault = fault
    }

    static func page(of request: LoopbackServer.Request) -> Int {
        request.line.contains("page=2") ? 2 : 1
    }

    func answer(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
        let (page, state) = (Self.page(of: request), state.withLock(\.self))
        if request.line.contains("/login") { return [.answer("<html><form action=login>")] }
        if page == state.faultyPage { return fault.steps }
        let items = (3 * page - 2...3 * page).map { #"{"id":\#($0),"v":\#(state.version)}"# }
        return [.answer(#"{"items":[\#(items.joined(separator: ","))],"more":\#(page == 1)}"#)]
    }
}

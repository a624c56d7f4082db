import FeedCache
import FeedModel
import FeedSource
import Foundation
import Synchronization
import TestSupport

@testable import FeedInit

/// Answers the requests of an audit from an `AuditedList`, in memory. The lock guards how often it was asked.
final class AuditedServer: Transport {
    private let list: AuditedList
    private let clock: VirtualClock
    private let asked = Mutex((walk: 0, requests: [String]()))

    init(_ list: AuditedList, clock: VirtualClock) {
        self.list = list
        self.clock = clock
    }

    /// The URLs so far.
    var requests: [String] { asked.withLock(\.requests) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let items = URLComponents(string: request.url.description)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let isFirst =
            ["cursor", "after", "since"].allSatisfy { query[$0] == nil } && query["page"] ?? "1" == "1"
            && query["offset"] ?? "0" == "0"
        let (walk, number) = asked.withLock { asked in
            asked.walk += isFirst ? 1 : 0
            asked.requests.append(request.url.description)
            return (asked.walk, asked.requests.count)
        }
        let answer = list.answer(query, walk: walk, request: number, now: clock.now)
        let headers = answer.headers.sorted { $0.key < $1.key } + [("Date", HTTPDate.format(clock.now))]
        return TransportResponse(
            status: answer.status, headers: HeaderFields(headers.map { .init(name: $0.0, value: $0.1) }),
            body: Array(answer.body.utf8))
    }
}

extension AuditedList {
    /// What an audit finds, by the manifest of the list, and the URLs that it asked for.
    func audit() async throws -> (audit: ListAudit, requests: [String]) {
        let clock = VirtualClock()
        let server = AuditedServer(self, clock: clock)
        let manifest = try Manifest(toml: manifest, file: "feed.toml")
        let environment = ["TOKEN": "s3cret-token"]
        let auditor = Auditor(
            source: try manifest.resolved(environment: environment),
            dependencies: .live(environment, source: manifest.source, transport: server, clock: clock))
        let audits = try await auditor.audit(nil)
        return (audits[0], server.requests)
    }
}

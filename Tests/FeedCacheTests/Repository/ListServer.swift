import FeedCache
import Foundation
import Synchronization

/// A server with one list that several sections show, ads for them, and the events that it was sent. The lock guards them.
final class ListServer: FeedTransport {
    struct Event: Decodable, Equatable {
        let type: String
        let section: String
        let item: String?
        let ad: String?
        let row: Int
    }

    private struct Batch: Decodable { let events: [Event] }

    private struct State {
        var ids = (1...12).map(String.init)
        var sections = #"{"sections":[\#(ListServer.section("top")),\#(ListServer.section("all"))]}"#
        /// The ads, the next one first; nil for no fill.
        var ads: [String?] = []
        var events: [Event] = []
        var requests: [String] = []
    }

    private let state = Mutex(State())

    /// The JSON of a section that shows the list.
    ///
    /// - Parameter more: further members, each with a comma before it.
    static func section(_ id: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","sectionType":"list","sectionTitle":"\#(id)","collection":"list"\#(more)}"#
    }

    func change(_ body: (inout [String]) -> Void) { state.withLock { body(&$0.ids) } }

    func arrange(_ sections: String) { state.withLock { $0.sections = sections } }

    func fill(_ ads: [String?]) { state.withLock { $0.ads = ads } }

    /// The events it was sent since the last call.
    func events() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// The last parts of the paths it was asked for, in order.
    var requests: [String] { state.withLock(\.requests) }

    static func manifest(sections: FeedManifest.Sections = "sections") throws -> FeedManifest {
        try FeedManifest(
            source: .init(name: "list", baseURL: "https://api.example.com/v1", attempts: 1),
            collections: [.init(name: "list", path: "list", items: "", id: "id", paging: .none)],
            sections: sections, ads: .init(path: "ads", policy: .init(fixed: [2, 5])),
            events: .init(path: "events", includesItems: true))
    }

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        let name = request.url.lastPathComponent
        return try state.withLock { state in
            state.requests.append(name)
            switch name {
            case "sections": return FeedResponse(status: 200, body: Data(state.sections.utf8))
            case "list":
                let items = state.ids.map { #"{"id":"\#($0)"}"# }
                return FeedResponse(status: 200, body: Data("[\(items.joined(separator: ","))]".utf8))
            case "ads":
                guard !state.ads.isEmpty, let ad = state.ads.removeFirst() else { return FeedResponse(status: 204) }
                return FeedResponse(status: 200, body: Data(#"{"id":"\#(ad)"}"#.utf8))
            default:
                state.events += try JSONDecoder().decode(Batch.self, from: request.body ?? Data()).events
                return FeedResponse(status: 204)
            }
        }
    }
}

extension ListServer.Event {
    /// What an event has to name that is about a row as it was shown.
    init(_ type: String, _ index: Int, of section: FeedSection) {
        let row = section.rows[index]
        let isAd = if case .ad = row { true } else { false }
        self.init(
            type: type, section: section.id.text, item: isAd ? nil : row.id.text, ad: isAd ? row.id.text : nil,
            row: section.firstRow + index)
    }
}

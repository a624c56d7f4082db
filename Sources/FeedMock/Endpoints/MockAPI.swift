import FeedModel
import HTTPTypes

/// All endpoints: a request in, an answer out. Knows nothing of connections.
struct MockAPI: Sendable {
    static let gourmetPath = "/api/mock/v1/gourmet"
    /// The largest request body, before and after unpacking.
    static let bodyLimit = 4 * 1_024 * 1_024

    private(set) var world: World
    let clock: WorldClock
    let journal: Journal
    let events: EventLedger
    let faults: FaultPlan
    let crossOrigin: CrossOrigin
    let document: OpenAPIDocument?
    let answers: PlannedAnswers
    /// The real server, which is asked what nothing else answers.
    let upstream: Upstream?
    /// What it answered to the request in hand.
    private var fetched: Answer?
    /// The entries of the journal that the request in hand has waited for; nil where it has not.
    private(set) var awaited: [JournalEntry]?
    private let isEmpty: Bool
    private let recordings: RecordedDirectory?
    private let data: DataWorld?
    private let recorded: RecordedAPI?
    private let ads: AdInventory
    private let pageSize: Int

    init(_ configuration: MockConfiguration) throws(MockServerError) {
        pageSize = min(max(configuration.perPage, PageWindow.sizes.lowerBound), PageWindow.sizes.upperBound)
        (recordings, data, recorded) = try Self.content(configuration, pageSize: pageSize)
        world = World(seed: configuration.seed, sizes: configuration.sizes)
        clock = configuration.clock
        upstream = configuration.upstream
        isEmpty = configuration.content == .nothing
        document = try configuration.documentPath.map { (path) throws(MockServerError) in
            try OpenAPIDocument(path: path)
        }
        crossOrigin = CrossOrigin(configuration)
        journal = Journal()
        events = EventLedger()
        let standing = try configuration.answersPath.map { (path) throws(MockServerError) in
            try PlannedAnswers.Plan.reading(folder: path)
        }
        answers = PlannedAnswers(seed: configuration.seed, standing: standing ?? [])
        faults = FaultPlan(seed: configuration.seed, rules: configuration.faults)
        ads = AdInventory(seed: configuration.seed, policy: configuration.ads)
    }

    /// What is served instead of the gourmet world: all nil where that is served.
    private static func content(
        _ configuration: MockConfiguration, pageSize: Int
    ) throws(MockServerError) -> (RecordedDirectory?, DataWorld?, RecordedAPI?) {
        switch configuration.content {
        case .gourmet, .nothing: return (nil, nil, nil)
        case .data(let data): return (nil, try DataWorld(data, pageSize: pageSize, scheme: configuration.scheme), nil)
        case .directory(let path):
            let directory = try RecordedDirectory(path: path)
            let folder = RecordingFolder(path: path)
            if folder.isEmpty { return (directory, nil, nil) }
            return (nil, nil, try RecordedAPI(folder, configuration))
        }
    }

    /// Where the endpoints are, below the server's root.
    var basePath: String {
        if let recorded { return recorded.basePath }
        if isEmpty { return upstream?.basePath ?? "" }
        return recordings == nil && data == nil ? Self.gourmetPath : ""
    }

    /// The request's path below the base, without slashes around it, as faults name it.
    func name(of request: MockRequest) -> String {
        if let name = recorded?.name(of: request) { return name }
        return String(request.path(below: basePath) ?? request.path[...])
    }

    /// The answer, with validator and packing; refusals are answers too.
    func answer(_ request: MockRequest) -> Answer {
        planned(request) { ownAnswer($0).negotiated(for: $0) }
    }

    /// The answer without validator and packing; a planned one is as it was planned.
    func plainAnswer(_ request: MockRequest) -> Answer {
        planned(request, orElse: ownAnswer)
    }

    /// The planned answer where there is one, else the server's own, which comes late where that is planned.
    private func planned(_ request: MockRequest, orElse own: (MockRequest) -> Answer) -> Answer {
        guard request.path(below: ControlEndpoint.path) == nil,
            let planned = answers.answer(to: request, named: name(of: request))
        else { return own(request) }
        guard planned.content == .world else { return planned.answer }
        var answer = own(request)
        answer.delay += planned.answer.delay
        return answer
    }

    private func ownAnswer(_ request: MockRequest) -> Answer {
        do {
            return try content(request)
        } catch {
            return error.answer
        }
    }

    /// - Throws: `RequestError` where nothing is at the path that a fault is for, so that it would never happen.
    func check(_ rule: FaultRule) throws(RequestError) {
        guard let path = rule.path, recordings == nil, upstream == nil, !answers.isPlanned(path) else { return }
        let below = MockRequest(.get, path.hasPrefix("/") ? path : "/\(path)").path(below: basePath).map(String.init)
        let name = (below ?? path)[...].trimming { $0 == "/" }
        let first = name.prefix { $0 != "/" }
        let known = recorded?.names ?? (servedNames + ["events"])
        let hasItems = data != nil || ListName(rawValue: String(first)) != nil || first == ItemPicture.folder
        let isKnown = known.contains { $0 == name || hasItems && $0 == first || name == "*" }
        let isFolder = name.hasSuffix("/*") && known.contains { $0.hasPrefix(name.dropLast(1)) || $0 == first }
        guard isKnown || isFolder else {
            throw .notServed(path, nearest: Spelling.suggestion(for: String(name), among: known))
        }
    }

    /// The names of what is served, as faults have them; none where they are files or recordings.
    private var servedNames: [String] {
        if isEmpty { return [] }
        return data?.names ?? (ListName.allCases.map(\.rawValue) + ["sections", "ads", ItemPicture.folder])
    }

    /// The same API, with the real server's answer where it has none of its own.
    func fetching(for request: MockRequest) async -> MockAPI {
        guard let upstream, upstream.isAsked, request.path(below: ControlEndpoint.path) == nil,
            !answers.covers(request, named: name(of: request))
        else { return self }
        let answer = ownAnswer(request)
        var other = self
        let own = request.origin(crossOrigin.scheme)
        other.fetched = answer.isUnmatched ? await upstream.answer(to: request, own: own) : answer
        return other
    }

    /// The same API, once the journal has what a request to a control endpoint waits for.
    ///
    /// - Throws: `RequestError` for a request that is refused.
    func awaiting(
        _ request: MockRequest, pause: @escaping MockConfiguration.Pause
    ) async throws(RequestError) -> MockAPI {
        guard let control = request.path(below: ControlEndpoint.path) else { return self }
        var other = self
        other.awaited = try await ControlEndpoint(api: self).entries(awaitedBy: request, for: control, pause: pause)
        return other
    }

    /// The same API with the items of another account.
    var ofOtherAccount: MockAPI {
        var other = self
        other.world = World(seed: world.seed &+ 1, sizes: world.sizes)
        return other
    }

    /// Where answers are, for people; empty where they are files or recordings.
    var servedPaths: [String] {
        if let data { return data.names.map { "/\(PlainPath.encoded($0))" } }
        guard recordings == nil, recorded == nil, !isEmpty else { return [] }
        return (ListName.allCases.map(\.rawValue) + ["sections"]).map { "\(basePath)/\($0)" }
    }

    /// Forgets what was planned, asked, delivered and changed, and is at the first tick.
    func reset() {
        faults.clear()
        answers.clear()
        events.clear()
        ads.requests.clear()
        clock.reset()
        data?.reset()
        recorded?.reset()
        journal.clear()
    }

    private func content(_ request: MockRequest) throws(RequestError) -> Answer {
        if let control = request.path(below: ControlEndpoint.path) {
            return try ControlEndpoint(api: self).answer(request, for: control)
        }
        if FrontPage.isAsked(of: self, by: request) { return try FrontPage(api: self).answer(request) }
        if let fetched { return fetched }
        if request.isChanging, let stranger = crossOrigin.stranger(request) { throw .foreignPage(stranger) }
        if let data, let answer = try data.answer(request, at: clock.tick) { return answer }
        let name = name(of: request)
        if isEmpty { throw .notFound(path: request.path) }
        if name == "events" {
            try request.allow([.post])
            return try events.accept(try ContentCoding.unpacked(request, limit: Self.bodyLimit))
        }
        if let recorded {
            try request.allow([.get, .head, .post])
            return try recorded.answer(request, at: clock.tick)
        }
        if let recordings {
            try request.allow([.get, .head])
            return try recordings.answer(request)
        }
        if data != nil { return try dataIndex(request) }
        return try gourmet(request, name)
    }

    private func gourmet(_ request: MockRequest, _ name: String) throws(RequestError) -> Answer {
        let steps = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let list = ListName(rawValue: String(steps.first ?? ""))
        let isPicture = steps.first == ItemPicture.folder[...]
        guard list != nil || isPicture || ["", "sections", "ads"].contains(name) else {
            throw .notFound(path: request.path)
        }
        try request.allow([.get, .head])
        if isPicture {
            guard steps.count > 1, let picture = ItemPicture(steps[1], in: world, at: clock.tick) else {
                throw .notFound(path: request.path)
            }
            return Answer(
                .ok, headers: [.contentType: "image/png", .cacheControl: "max-age=86400"], body: picture.png
            ).obeying([], of: request)
        }
        if let list {
            let details = DetailEndpoint(world: world, list: list, tick: clock.tick)
            if steps.count > 1 { return try details.answer(request, id: String(steps[1])).obeying([], of: request) }
            let page = try ListEndpoint(world: world, list: list, tick: clock.tick, pageSize: pageSize).answer(request)
            if list != .photos, let ids = request.query["ids"] {
                return try details.answer(ids: ids).obeying(["ids"], of: request)
            }
            return page.obeying(PageWindow.parameters + ["since"], of: request)
        }
        switch name {
        case "sections": return .json(bytes: Screen(world: world, tick: clock.tick).json()).obeying([], of: request)
        case "ads": return try ad(request).obeying(["section", "slot"], of: request)
        default: return index.obeying([], of: request)
        }
    }

    private func ad(_ request: MockRequest) throws(RequestError) -> Answer {
        guard let section = request.query["section"], !section.isEmpty else { throw .missingParameter(name: "section") }
        guard let slot = try request.query.integer("slot", in: 0...Int.max) else {
            throw .missingParameter(name: "slot")
        }
        return ads.answer(section: section, slot: slot)
    }

    /// What is here, for people who open the base in a browser.
    private var index: Answer {
        let places = [("collections", ListName.allCases.map(\.rawValue)), ("others", ["sections", "ads", "events"])]
        return .json(.object(places.map { ($0, .array($1.map { .string("\(basePath)/\($0)") })) }))
    }

    private func dataIndex(_ request: MockRequest) throws(RequestError) -> Answer {
        guard request.path.allSatisfy({ $0 == "/" }) else { throw .notFound(path: request.path) }
        try request.allow([.get, .head])
        return .json(.object([("collections", .array(servedPaths.map { .string($0) }))]))
    }
}

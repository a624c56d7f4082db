import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Testing

@testable import FeedInit

@Suite("A look at what a manifest finds")
struct ManifestProberTests {
    private func manifest(_ origin: String, _ paging: String, _ extra: String = "") -> String {
        """
        [source]
        name = "t"
        base_url = "\(origin)/v1"
        retry = { attempts = 1 }
        [[collections]]
        name = "list"
        path = "list"
        items = "items"
        id = "id"
        version = "updated_at"
        paging = \(paging)
        \(extra)
        """
    }

    @Test("asks for two pages and no more, whatever the style")
    func pages() async throws {
        for (style, paging) in [
            (StyledList.Style.page, #"{ style = "page" }"#), (.offset, #"{ style = "offset", size = 10 }"#),
            (.cursor, #"{ style = "cursor", next = "next_cursor" }"#),
            (.nextURL, #"{ style = "next_url", next = "next" }"#),
            (.link, #"{ style = "link" }"#),
            (.afterID, #"{ style = "after_id", param = "starting_after", has_next = "has_more" }"#),
        ] {
            let api = try await LoopbackAPI(StyledList(style: style).answer)
            let probe = try #require(try await api.probe(manifest(api.origin, paging)).first)
            #expect(probe.pages.map { $0.page?.itemCount } == [10, 10], "\(style)")
            #expect(probe.suspicions.isEmpty && probe.failure == nil, "\(style) \(probe.suspicions)")
            #expect(api.asked.count == 2)
        }
    }

    /// A list of 25 items in pages of 10, counted from `first`, that says `total`.
    private func counted(total: Int, first: Int = 1, clamps: Bool = false) async throws -> LoopbackAPI {
        try await LoopbackAPI { target in
            let asked = target.contains("page=") ? Int(target.split(separator: "page=")[1]) ?? first : first
            let page = (clamps ? min(asked, first + 2) : asked) - first
            let items = (page * 10..<page * 10 + 10).filter { (0..<25).contains($0) }
                .map { "{\"id\":\($0),\"updated_at\":1}" }.joined(separator: ",")
            return .init(body: "{\"items\":[\(items)],\"total\":\(total)}")
        }
    }

    @Test(
        "asks for the page before the first and for that after the last, where a total says which that is",
        arguments: [
            (25, 1, false, nil), (25, 1, true, nil), (20, 1, false, .lastPage), (25, 0, false, .firstPage),
        ] as [(Int, Int, Bool, Suspicion.Kind?)])
    func ends(total: Int, first: Int, clamps: Bool, suspicion: Suspicion.Kind?) async throws {
        let api = try await counted(total: total, first: first, clamps: clamps)
        let probe = try #require(
            try await api.probe(manifest(api.origin, #"{ style = "page", total = "total" }"#)).first)
        #expect(probe.suspicions.map(\.kind) == [suspicion].compactMap(\.self))
        #expect(probe.failure == nil && (probe.proof == nil) == (suspicion != nil))
        #expect(api.asked.count == (clamps || suspicion == .lastPage ? 5 : 4))
    }

    @Test("a total near the greatest number there is ends no probe", arguments: ["page", "offset"])
    func hugeTotal(style: String) async throws {
        let api = try await LoopbackAPI { _ in
            .init(body: #"{"items":[{"id":1,"updated_at":1}],"total":9223372036854775807}"#)
        }
        let paging = #"{ style = "\#(style)", size = 1, total = "total" }"#
        let probe = try #require(try await api.probe(manifest(api.origin, paging)).first)
        #expect(probe.pages.count == 2 && probe.proof == nil)
        #expect(probe.suspicions.map(\.kind).contains(.samePage))
    }

    @Test(
        "says what shows that the whole list is read, and nothing where nothing does",
        arguments: [
            (#"{ style = "page" }"#, #"{"items":[{"id":1,"updated_at":1}]}"#, "ends after 1 item"),
            (
                #"{ style = "none", total = "n" }"#, #"{"n":1,"items":[{"id":1,"updated_at":1}]}"#,
                "as many as its total"
            ),
            (#"{ style = "none" }"#, #"{"items":[{"id":1,"updated_at":1}]}"#, "ends after 1 item"),
            (#"{ style = "link" }"#, #"{"items":[{"id":1,"updated_at":1}]}"#, "ends after 1 item"),
            (
                #"{ style = "cursor", next = "next" }"#, #"{"next":null,"items":[{"id":1,"updated_at":1}]}"#,
                "ends after 1 item"
            ),
            (#"{ style = "cursor", next = "nxt" }"#, #"{"next":null,"items":[{"id":1,"updated_at":1}]}"#, nil),
        ])
    func proofs(paging: String, body: String, proof: String?) async throws {
        let api = try await LoopbackAPI { $0.contains("page=2") ? .init(body: #"{"items":[]}"#) : .init(body: body) }
        let probe = try #require(try await api.probe(manifest(api.origin, paging)).first)
        #expect(proof.map { probe.proof?.contains($0) == true } ?? (probe.proof == nil), "\(probe.proof ?? "")")
    }

    @Test("finds a paging without effect, and one that ends too early")
    func wrongPaging() async throws {
        let api = try await LoopbackAPI(StyledList(style: .offset).answer)
        let same = try await api.probe(manifest(api.origin, #"{ style = "page" }"#))
        #expect(same.first?.suspicions.map(\.kind) == [.samePage])
        let early = try await api.probe(manifest(api.origin, #"{ style = "link", size_param = "limit", size = 10 }"#))
        #expect(early.first?.suspicions.map(\.kind) == [.fullPageWithoutNext])
    }

    @Test(
        "asks for details once, of one item or of two, and says where they cannot be had",
        arguments: [
            (#"{ path = "articles/{id}", items = "data" }"#, 1, 1), (#"{ path = "articles?ids={ids}" }"#, 2, 2),
            (#"{ path = "nowhere/{id}" }"#, nil, nil),
        ])
    func details(detail: String, found: Int?, total: Int?) async throws {
        try await withMockServer { server, baseURL in
            let manifest = try Manifest(
                toml: """
                    [source]
                    name = "t"
                    base_url = "\(baseURL)"
                    [[collections]]
                    name = "articles"
                    path = "articles"
                    items = ""
                    id = "id"
                    version = "updated_at"
                    paging = { style = "link", size_param = "per_page", size = 100 }
                    detail = \(detail)
                    """, file: "feed.toml")
            let prober = ManifestProber(manifest: manifest, dependencies: .live([:], source: manifest.source))
            let probe = try #require(try await prober.probe().first)
            let finding = probe.findings.first { $0.key == "detail.path" }
            #expect(finding?.found == found && finding?.total == total)
            #expect((probe.failure?.status == 404) == (found == nil))
            #expect(server.journal.entries.count == 2)
        }
    }

    @Test("says in how many items a path to pictures finds one")
    func pictures() async throws {
        try await withMockServer { _, baseURL in
            let manifest = try Manifest(
                toml: Manifest.gourmetText(baseURL: baseURL, keepsPictures: true), file: "feed.toml")
            let prober = ManifestProber(manifest: manifest, dependencies: .live([:], source: manifest.source))
            let probes = try await prober.probe()
            for probe in probes {
                let finding = probe.findings.first { $0.key == "assets" }
                #expect((finding == nil) == (probe.name == "keywords"))
                if let finding { #expect(finding.found == finding.total && finding.sample?.contains(".png") == true) }
            }
        }
    }

    @Test("takes an end_status for the end of the list")
    func endStatus() async throws {
        let api = try await LoopbackAPI(StyledList(style: .pageEnding404, count: 4).answer)
        let paging = #"{ style = "page", end_status = [404] }"#
        let probe = try #require(try await api.probe(manifest(api.origin, paging)).first)
        #expect(probe.pages.count == 1 && probe.failure == nil)
    }

    @Test("keeps the first page where the second one fails")
    func failure() async throws {
        let api = try await LoopbackAPI { name in
            name.contains("page=2") ? .init(status: 500) : StyledList(style: .page).answer(name)
        }
        let probe = try #require(try await api.probe(manifest(api.origin, #"{ style = "page" }"#)).first)
        #expect(probe.pages.count == 1)
        #expect(probe.failure?.status == 500)
        #expect(probe.findings.first { $0.key == "id" }?.found == 10)
    }

    @Test("says where the list is if the manifest says otherwise")
    func hint() async throws {
        let api = try await LoopbackAPI { _ in .init(body: #"{"data":[{"id":1}]}"#) }
        let probe = try #require(try await api.probe(manifest(api.origin, #"{ style = "none" }"#)).first)
        #expect(probe.failure?.code == .malformed)
        #expect(probe.hint == #"items = "data" and id = "id" would find 1 items"#)
    }

    @Test("knows no other collection than those of the manifest")
    func unknown() async throws {
        let manifest = try Manifest(toml: manifest("http://127.0.0.1:9", #"{ style = "none" }"#), file: "feed.toml")
        let prober = ManifestProber(manifest: manifest, dependencies: .live([:], source: manifest.source))
        await #expect(throws: UnknownNameError.self) { try await prober.probe("lists") }
    }
}

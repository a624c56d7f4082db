import FeedModel
import FeedSlots
import FeedSource
import Testing

@Suite("Ad policies of server and manifest")
struct AdPolicyTests {
    private func manifest(_ ads: String) throws -> Manifest {
        try Manifest(toml: ManifestText.collection() + "\n" + ads, file: "feed.toml")
    }

    private func section(_ ads: String?, id: String = "top") -> Section {
        Section(id: id, type: "list", title: "", layout: "list", content: .inline([]), ads: ads)
    }

    @Test("without a place that ads come from no section has any, whatever the server says")
    func noAds() throws {
        #expect(try manifest("").adPolicy(of: section(#"{"every":3}"#)).policy == .none)
    }

    @Test("the manifest lies over the server's policy key by key, and a section's table over the general one")
    func layers() throws {
        let ads = """
            [ads]
            path = "ads"
            [ads.policy]
            every = 4
            ahead = 1
            [ads.sections.top]
            every = 5
            """
        let server = section(#"{"every":3,"max":2}"#)
        #expect(try manifest("[ads]\npath = \"ads\"").adPolicy(of: server).policy == SlotPolicy(every: 3, max: 2))
        #expect(try manifest(ads).adPolicy(of: server).policy == SlotPolicy(every: 5, max: 2, ahead: 1))
        #expect(
            try manifest(ads).adPolicy(of: section(nil, id: "other")).policy == SlotPolicy(every: 4, ahead: 1))
    }

    @Test("a form with positions and an interval of rows is read, also in TOML")
    func widespreadForm() throws {
        let ads = """
            [ads]
            path = "ads"
            [ads.policy]
            fixed = [{ section = 0, position = 1 }]
            repeating = { interval = 12 }
            """
        #expect(try manifest(ads).adPolicy(of: section(nil)).policy == SlotPolicy(fixed: [1], every: 11))
    }

    @Test("what cannot be used of the server's words is reported, and the rest is used")
    func notes() throws {
        let manifest = try manifest("[ads]\npath = \"ads\"\n[ads.policy]\nmax = 1")
        let strange = manifest.adPolicy(of: section(#"{"every":3,"colour":"red"}"#))
        #expect(try strange.policy == SlotPolicy(every: 3, max: 1))
        #expect(strange.notes.count == 1 && strange.notes[0].contains("colour"))
        let broken = manifest.adPolicy(of: section(#"{"every":"often"}"#))
        #expect(try broken.policy == SlotPolicy(max: 1))
        #expect(broken.notes.count == 1 && broken.notes[0].contains("every"))
    }
}

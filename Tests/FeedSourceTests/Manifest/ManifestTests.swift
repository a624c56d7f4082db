import FeedModel
import FeedSlots
import Foundation
import Testing

@testable import FeedSource

@Suite("A manifest")
struct ManifestTests {
    @Test("reads every key")
    func everyKey() throws {
        let manifest = try Manifest(
            toml: """
                [source]
                name = "gourmet"
                base_url = "http://LOCALHOST:3000/api/"
                timeout_ms = 2500
                max_body_bytes = 1_000_000
                retry = { attempts = 2, base_delay_ms = 10, max_delay_ms = 500 }
                [source.headers]
                Authorization = "Bearer ${FEED_TOKEN}"
                X-Client = "tests"
                [sections]
                path = "sections?lang=ja"
                [ads]
                path = "ads"
                [ads.policy]
                every = 6
                visible = 0.5
                [ads.sections.ranking]
                fixed = [0, 5]
                trailing = true
                [events]
                path = "events"
                items = true
                [[collections]]
                name = "photos"
                path = "/photos"
                items = "0.photos"
                id = "meta.id"
                version = "updated_at"
                deleted = "deleted"
                paging = { style = "page", param = "p", first = 0, size_param = "n", size = 50, has_next = "0.more" }
                delta = { param = "since", overlap = 5, place = "head" }
                validator = "list"
                """, file: "feed.toml")
        #expect(manifest.source.name == "gourmet")
        #expect(
            try manifest.resolved(environment: ["FEED_TOKEN": "t"]).baseURL.description == "http://localhost:3000/api/")
        #expect(manifest.source.timeout == .milliseconds(2500))
        #expect(manifest.source.maxBodyBytes == 1_000_000)
        #expect(
            manifest.source.retry
                == RetryPolicy(attempts: 2, baseDelay: .milliseconds(10), maxDelay: .milliseconds(500)))
        #expect(manifest.source.headers.map(\.name) == ["Authorization", "X-Client"])
        #expect(manifest.sections?.text == "sections?lang=ja")
        #expect(manifest.events?.path.text == "events" && manifest.events?.includesItems == true)
        #expect(manifest.ads?.path.text == "ads")
        func policy(_ id: String) -> SlotPolicy? {
            manifest.adPolicy(of: Section(id: id, type: id, title: "", layout: "list", content: .inline([]))).policy
        }
        #expect(try policy("news") == SlotPolicy(every: 6))
        #expect(try policy("ranking") == SlotPolicy(fixed: [0, 5], every: 6, trailing: true))
        let photos = try #require(manifest.collections.first)
        #expect(photos.items == DottedPath("0.photos"))
        #expect(photos.id == .path(DottedPath("meta.id")))
        #expect(photos.version == DottedPath("updated_at"))
        #expect(photos.deleted == DottedPath("deleted"))
        #expect(photos.paging.style == .page && photos.paging.parameter == "p")
        #expect(photos.paging.firstNumber == 0 && photos.paging.totalPages == nil)
        #expect(photos.paging.size == Paging.PageSize(param: "n", count: 50, isAsked: true))
        #expect(photos.paging.hasNext == DottedPath("0.more"))
        #expect(
            photos.delta
                == CollectionSpec.Delta(
                    param: "since", overlap: 5, format: nil, place: .head, template: "{}", first: nil))
        #expect(photos.validator == .list)
        #expect(manifest.warnings.isEmpty)
    }

    @Test("fills in what is left out")
    func defaults() throws {
        let manifest = try Manifest(toml: ManifestText.collection(), file: "feed.toml")
        #expect(manifest.source.timeout == .seconds(15))
        #expect(manifest.source.maxBodyBytes == 16_777_216)
        #expect(
            manifest.source.retry
                == RetryPolicy(attempts: 4, baseDelay: .milliseconds(250), maxDelay: .seconds(30)))
        #expect(manifest.source.headers.isEmpty)
        #expect(manifest.sections == nil)
        #expect(manifest.ads == nil)
        #expect(manifest.collections.first?.validator == .page)
        #expect(manifest.collections.first?.delta == nil)
    }

    @Test(
        "lets one delay move the other's default out of its way",
        arguments: [
            ("max_delay_ms = 100", 100, 100), ("base_delay_ms = 60000", 60_000, 60_000), ("attempts = 1", 250, 30_000),
        ])
    func delays(text: String, base: Int, longest: Int) throws {
        let toml = ManifestText.source.replacing("base_url", with: "retry = { \(text) }\nbase_url")
        let retry = try Manifest(toml: toml + "[sections]\npath = \"s\"", file: "feed.toml").source.retry
        #expect(retry.baseDelay == .milliseconds(base))
        #expect(retry.maxDelay == .milliseconds(longest))
    }

    @Test("reads nested tables as it reads inline ones")
    func nestedTables() throws {
        let nested = try Manifest(
            toml: ManifestText.collection(paging: "{ style = \"page\", size = 5 }"), file: "feed.toml")
        let inline = try Manifest(
            toml: ManifestText.collection().replacing(
                "paging = { style = \"none\" }", with: "[collections.paging]\nstyle = \"page\"\nsize = 5"),
            file: "feed.toml")
        #expect(nested == inline)
    }

    @Test("may have sections and no collections")
    func sectionsOnly() throws {
        let manifest = try Manifest(toml: ManifestText.source + "[sections]\npath = \"s\"", file: "feed.toml")
        #expect(manifest.collections.isEmpty)
    }

    @Test("keeps secrets out of itself until they are asked for")
    func headers() throws {
        let toml =
            ManifestText.collection() + "\n[source.headers]\nAuthorization = \"${KIND} ${TOKEN}\"\nX-A = \"$b {c}\""
        let manifest = try Manifest(toml: toml, file: "feed.toml")
        #expect(manifest.source.headers.map(\.value.variables) == [["KIND", "TOKEN"], []])
        let headers = try manifest.resolved(environment: ["KIND": "Bearer", "TOKEN": "s3cret"]).headers
        #expect(headers == ["Authorization": "Bearer s3cret", "X-A": "$b {c}"])
        let error = #expect(throws: ManifestError.self) {
            try manifest.resolved(environment: ["KIND": "Bearer", "TOKEN": ""])
        }
        #expect(error?.reason == .missingVariable("TOKEN"))
        #expect(error?.key == "source.headers.Authorization")
        #expect(error?.line == 13)
        #expect(error?.description.contains("TOKEN") == true)
        #expect(throws: ManifestError.self) {
            try manifest.resolved(environment: ["KIND": "Bearer", "TOKEN": "a\nHost: evil"])
        }
    }

    @Test(
        "warns of secrets that are written out",
        arguments: [
            ("Authorization = \"Bearer abc\"", true), ("X-Api-Key = \"abc\"", true), ("x-auth-token = 'abc'", true),
            ("Cookie = \"a=b\"", true), ("X-AccessToken = \"abc\"", true), ("Authorization = \"Bearer ${T}\"", false),
            ("Accept-Language = \"ja\"", false), ("X-Monkey = \"abc\"", false),
        ])
    func literalSecrets(line: String, isWarned: Bool) throws {
        let manifest = try Manifest(toml: ManifestText.collection() + "\n[source.headers]\n\(line)", file: "feed.toml")
        #expect(manifest.warnings.count == (isWarned ? 1 : 0))
        #expect(manifest.warnings.allSatisfy { $0.line == 13 && !$0.description.contains("abc") })
    }

    @Test(
        "warns of secrets in paths",
        arguments: [
            ("photos?api_key=abc", true), ("photos?x=1&access%5Ftoken=abc", true), ("photos?key=", false),
            ("photos?kind=abc&page=1", false), ("key/token", false),
        ])
    func secretPaths(path: String, isWarned: Bool) throws {
        let toml = ManifestText.collection().replacing("path = \"photos\"", with: "path = \"\(path)\"")
        let warnings = try Manifest(toml: toml, file: "feed.toml").warnings
        #expect(warnings.map(\.line) == (isWarned ? [6] : []))
        #expect(warnings.allSatisfy { !$0.description.contains("abc") })
    }

    @Test("is read from a file, or says why not")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "feed.toml").path
        #expect(throws: ManifestError(file: path, line: nil, key: nil, reason: .missingFile)) {
            try Manifest.load(path: path)
        }
        try Data(ManifestText.collection().utf8).write(to: URL(fileURLWithPath: path))
        #expect(try Manifest.load(path: path).source.name == "test")
        try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: path))
        let syntax = ManifestError.Reason.syntax("the text is not UTF-8 (column 2)")
        #expect(throws: ManifestError(file: path, line: 1, key: nil, reason: syntax)) {
            try Manifest.load(path: path)
        }
        try Data(repeating: UInt8(ascii: "#"), count: Manifest.maximumSize + 1).write(to: URL(fileURLWithPath: path))
        #expect(throws: ManifestError.self) { try Manifest.load(path: path) }
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: ManifestError(file: path + "/x", line: nil, key: nil, reason: .missingFile)) {
            try Manifest.load(path: path + "/x")
        }
        let isFolder = ManifestError.Reason.unreadable("it is a folder; name a TOML file")
        #expect(throws: ManifestError(file: folder.path, line: nil, key: nil, reason: isFolder)) {
            try Manifest.load(path: folder.path)
        }
    }

    @Test("for the gourmet world is built in")
    func gourmet() throws {
        let manifest = try Manifest.gourmet(baseURL: "http://127.0.0.1:8080/api")
        let lists = ["featured_banners", "featured_interviews", "keywords", "new_arrivals", "articles", "photos"]
        #expect(manifest.collections.map(\.name) == lists)
        #expect(manifest.source.baseURL.text == "http://127.0.0.1:8080/api")
        #expect(
            [manifest.sections, manifest.ads?.path, manifest.events?.path].map { $0?.text } == [
                "sections", "ads", "events",
            ])
        #expect(manifest.collections.last?.paging.hasNext == DottedPath("0.has_next_page"))
        #expect(manifest.collections.first?.paging.style == .link)
        #expect(manifest.warnings.isEmpty)
    }
}

import FeedCache
import FeedSource
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedPreview

@Suite("What a preview lets in", .timeLimit(.minutes(10)))
struct PreviewSecurityTests {
    @Test("the host has to be the server's own, before all else")
    func host() async throws {
        try await PreviewBench.run { bench in
            let port = bench.client.port
            for host in ["example.com", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.2:\(port)", "[::1]:\(port)"] {
                let answer = try await bench.client.send(bench.path, host: host, headers: bench.headers)
                #expect(answer.status == 421, "\(host)")
                let status = try await bench.client.send("/none", method: "POST", host: host).status
                #expect(status == 421)
            }
            let answer = try await bench.client.send(bench.path, host: "localhost:\(port)", headers: bench.headers)
            #expect(answer.status == 200)
        }
    }

    @Test("an origin that is given has to be the server's own, and the site the same")
    func origin() async throws {
        try await PreviewBench.run { bench in
            let port = bench.client.port
            for origin in ["null", "http://example.com", "https://127.0.0.1:\(port)", "http://127.0.0.1:1"] {
                let status = try await bench.get("", headers: ["Origin: \(origin)"]).status
                #expect(status == 403, "\(origin)")
            }
            let status = try await bench.get("", headers: ["Origin: http://127.0.0.1:\(port)"]).status
            #expect(status == 200)
            for site in ["cross-site", "same-site", "other"] {
                let status = try await bench.get("", headers: ["Sec-Fetch-Site: \(site)"]).status
                #expect(status == 403, "\(site)")
            }
            for site in ["same-origin", "none"] {
                let status = try await bench.get("", headers: ["Sec-Fetch-Site: \(site)"]).status
                #expect(status == 200, "\(site)")
            }
        }
    }

    @Test("the link counts once, also from another site, and answers with a page that goes on")
    func link() async throws {
        let cache = try emptyCache()
        let preview = FeedPreview(cache.engine)
        let link = try await preview.start()
        let client = PreviewClient(port: try #require(link.port))
        let token = try #require(link.query?.split(separator: "=").last)
        #expect(link.host() == "127.0.0.1" && token.count == 32 && link.path.count == 33)
        let target = "\(link.path)/?token="
        for wrong in ["", "x", String(token.dropLast()), String(token.reversed())] {
            let status = try await client.send(target + wrong).status
            #expect(status == 403)
        }
        let answer = try await client.send(target + token, headers: ["Sec-Fetch-Site: cross-site"])
        #expect(answer.status == 200 && answer.text.contains("http-equiv=\"refresh\""))
        #expect(answer.headers["location"] == nil)
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.hasSuffix("; Path=\(link.path)/; HttpOnly; SameSite=Strict"))
        #expect(!cookie.contains(token) && !answer.text.contains(token))
        let status = try await client.send(target + token).status
        #expect(status == 403)
        await preview.stop()
        let other = FeedPreview(cache.engine)
        let otherLink = try await other.start()
        #expect(otherLink.path != link.path && otherLink.query != link.query)
        await other.stop()
    }

    @Test("nothing is answered without the cookie, and nothing outside of the secret path")
    func cookie() async throws {
        try await PreviewBench.run { bench in
            for target in ["", "preview.js", "feed", "events", "runs", "item?in=photos&id=1", "picture/1-1000.svg"] {
                let bare = try await bench.client.send(bench.path + target).status
                #expect(bare == 403, "\(target)")
                let wrong = ["Cookie: preview=\(String(repeating: "0", count: 32))"]
                let status = try await bench.client.send(bench.path + target, headers: wrong).status
                #expect(status == 403, "\(target)")
            }
            for target in ["/", "/preview.js", "/feed", "\(bench.path.dropLast(2))x/feed"] {
                let status = try await bench.client.send(target, headers: bench.headers).status
                #expect(status == 404, "\(target)")
            }
            let among = ["Cookie: a=1; \(bench.cookie); b=2"]
            let status = try await bench.client.send(bench.path, headers: among).status
            #expect(status == 200)
        }
    }

    @Test("only GET and HEAD are answered", arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
    func methods(method: String) async throws {
        try await PreviewBench.run { bench in
            let answer = try await bench.client.send(bench.path + "feed", method: method, headers: bench.headers)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
            let head = try await bench.client.send(bench.path + "feed", method: "HEAD", headers: bench.headers)
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test("every answer forbids what a page does not need", arguments: [false, true])
    func headers(showsImages: Bool) async throws {
        try await PreviewBench.run(showsImages: showsImages) { bench in
            let answers = [
                try await bench.get(""), try await bench.get("controls.js"), try await bench.get("feed"),
                try await bench.get("item?in=photos&id=none"), try await bench.get("picture/1-1000.svg"),
                try await bench.client.send("/"), try await bench.client.send("/", host: "example.com"),
            ]
            let policy =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; "
                + "require-trusted-types-for 'script'; trusted-types 'none'"
            for answer in answers {
                #expect(answer.headers["content-security-policy"] == policy)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["referrer-policy"] == "no-referrer")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(answer.headers["cache-control"] == "no-store")
            }
            #expect(answers.map(\.status) == [200, 200, 200, 404, 200, 404, 421])
        }
    }

    @Test("nothing is written, whatever is asked")
    func nothingWritten() async throws {
        try await PreviewBench.run { bench in
            let path = bench.cache.databasePath
            let commits = Commits(of: bench.cache.database)
            let (bytes, version) = (try Data(contentsOf: URL(filePath: path)), try commits.version())
            let ids = try bench.cache.read { try $0.list("photos").window(offset: 0, limit: 9).map(\.key) }
            let targets =
                ["", "feed", "feed?run=0", "feed?run=1", "change?from=0&to=now", "change?from=1&to=0&staged=1", "runs"]
                + ids.map { "item?in=photos&id=\($0)" } + [
                    "ad?in=none&id=0", "feed?run=x", "feed?widths=1", "feed?rows=a:99999", "changes?run=1", "changes",
                    "find?text=a", "find?text=3", "find",
                ]
            for target in targets { _ = try await bench.get(target) }
            try await bench.client.events(bench.path + "events", headers: bench.headers) { _ in true }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
            #expect(try commits.version() == version)
        }
    }

    @Test("what makes no sense is refused in a line")
    func badRequests() async throws {
        try await PreviewBench.run { bench in
            for target in [
                "feed?run=x", "feed?run=-1", "feed?widths=1", "feed?widths=390,,", "feed?rows=a", "feed?rows=a:9",
                "feed?rows=a:0-1001", "feed?rows=a:5-4", "feed?rows=a:0-1-2", "feed?rows=a:-1-4",
                "feed?rows=a:0-1000&rows=b:7-1007&rows=c:0-501", "change", "changes?run=x", "item/%ff/1",
            ] {
                let answer = try await bench.get(target)
                #expect(answer.status == 400, "\(target)")
                #expect(answer.text.filter(\.isNewline).count == 1)
            }
            for target in [
                "feed?run=99", "item?in=photos&id=none", "item?in=none&id=1", "ad?in=none&id=1", "ad?in=photos&id=none",
                "nothing", "../feed",
            ] {
                #expect(try await bench.get(target).status == 404, "\(target)")
            }
        }
    }

    @Test("markup and secrets of the manifest are in no page")
    func secrets() async throws {
        try await PreviewBench.run { bench in
            let id = try #require(
                try bench.cache.read { try $0.list("photos").window(offset: 0, limit: 1).first?.key })
            let page = try await bench.get("item?in=photos&id=\(id)")
            #expect(page.status == 200 && page.text.contains("&quot;") && !page.text.contains("<script"))
            for target in ["", "feed", "runs", "item?in=photos&id=\(id)"] {
                let text = try await bench.get(target).text
                #expect(!text.contains(bench.link.query ?? "token="))
            }
        }
    }

    private func emptyCache() throws -> (engine: FeedEngine, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let manifest = try Manifest.gourmet()
        let engine = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source), isReadOnly: true)
        return (engine, folder)
    }
}

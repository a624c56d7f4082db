import FeedMock
import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedShell

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("mock manifest")
struct MockManifestTests {
    @Test("is the manifest of what is served, in every style", arguments: ListPaging.allCases)
    func syncs(style: ListPaging) async throws {
        let fixture = try ShellFixture()
        let file = fixture.folder.appending(path: "db.json").path
        let photos = (1...45).map { #"{"_id": \#($0), "title": "photo \#($0)"}"# }.joined(separator: ", ")
        try #"{"photos": [\#(photos)], "my notes": [{"_id": "a b", "updated_at": "2026-01-01T00:00:00Z"}]}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        var data = MockData(path: file)
        (data.standardPaging, data.idField) = (style, "_id")
        var configuration = MockConfiguration()
        configuration.content = .data(data)
        try await withMockServer(configuration) { _, baseURL in
            let options = "--data \(file) --paging \(style.rawValue) --id-field _id --base-url \(baseURL)"
            let printed = try await fixture.run("mock manifest \(options)")
            #expect(printed.status == .done && printed.errors.isEmpty, "\(printed.errors)")
            try printed.output.write(
                to: fixture.folder.appending(path: "feed.toml"), atomically: true, encoding: .utf8)
            #expect(try await fixture.run("sync").status == .done)
            #expect(try await items(fixture) == served(baseURL), "\(printed.output)")

            for (method, path, body) in [
                ("DELETE", "photos/7", ""), ("PATCH", "photos/9", #"{"title": "other"}"#),
                ("POST", "photos", #"{"title": "new"}"#), ("DELETE", "my%20notes/a%20b", ""),
            ] {
                let status = try await send(method, "\(baseURL)/\(path)", body).1
                #expect(status == (method == "POST" ? 201 : 200))
            }
            #expect(try await fixture.run("sync").status == .done)
            #expect(try await items(fixture) == served(baseURL))
            #expect(try await items(fixture).count == 45)
        }
    }

    @Test("without data is that of the gourmet world")
    func gourmet() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture()
            let root = baseURL.replacing(MockServer.gourmetPath, with: "")
            let printed = try await fixture.run("mock manifest --base-url \(root)")
            #expect(printed.output == Manifest.gourmetText(baseURL: baseURL))
        }
    }

    /// What the cache has.
    private func items(_ fixture: ShellFixture) async throws -> Set<NSDictionary> {
        let rows = try await fixture.run("sql 'select payload from item' --format json").output
        let list = try JSONSerialization.jsonObject(with: Data(rows.utf8)) as? [[String: Any]] ?? []
        return Set(
            try list.compactMap { row in
                guard let text = row["payload"] as? String else { return row["payload"] as? NSDictionary }
                return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
            })
    }

    /// What the server has.
    private func served(_ baseURL: String) async throws -> Set<NSDictionary> {
        var all: Set<NSDictionary> = []
        for list in ["photos", "my%20notes"] {
            let (body, _) = try await send("GET", "\(baseURL)/\(list)?per_page=1000&limit=1000")
            let answer = try JSONSerialization.jsonObject(with: body)
            let items = (answer as? NSDictionary)?["data"] ?? answer
            all.formUnion(try #require(items as? [NSDictionary]))
        }
        return all
    }

    private func send(_ method: String, _ url: String, _ body: String = "") async throws -> (Data, Int?) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        if !body.isEmpty { request.httpBody = Data(body.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        return (data, (response as? HTTPURLResponse)?.statusCode)
    }
}

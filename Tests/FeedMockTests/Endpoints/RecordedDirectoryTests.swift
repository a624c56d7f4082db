import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

@Suite final class RecordedDirectoryTests {
    private let folder: URL
    private var root: URL { folder.appendingPathComponent("root") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedmock-\(UUID().uuidString)")
        try write("root/photos.json", #"{"file": "plain"}"#)
        try write("root/photos.page=2.json", #"{"file": "named"}"#)
        try write("root/photos/3.json", #"{"file": "numbered"}"#)
        try write("root/list/1.json", #"{"file": "first"}"#)
        try write("root/deep/er.json", #"{"file": "deep"}"#)
        try write("root/raw", #"{"file": "raw"}"#)
        try write("root/日本.json", #"{"file": "日本"}"#)
        try write("root/.hidden.json", #"{"file": "hidden"}"#)
        try write("root/.\u{301}hidden.json", #"{"file": "hidden"}"#)
        try write("secret.json", #"{"file": "secret"}"#)
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("leak.json"),
            withDestinationURL: folder.appendingPathComponent("secret.json"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(
        "a path is answered with the file that fits it best",
        arguments: [
            ("/photos", "plain"), ("/photos.json", "plain"), ("/photos?page=2", "named"),
            ("/photos?page=3", "numbered"),
            ("/photos?page=4", "plain"), ("/photos?cursor=x", "plain"), ("/list", "first"), ("/deep/er", "deep"),
            ("//deep//er/", "deep"), ("/raw", "raw"), ("/%E6%97%A5%E6%9C%AC", "日本"),
            ("/photos?page=../secret", "plain"),
        ])
    func files(target: String, content: String) throws {
        let answer = try api().answer(MockRequest(.get, target))
        #expect(answer.status == .ok)
        #expect(try object(answer.body)["file"] as? String == content)
        #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
    }

    @Test(
        "nothing outside of the directory is served, nor what is hidden",
        arguments: [
            "/../secret", "/../secret.json", "/deep/../../secret.json", "/%2e%2e/secret.json", "/..%2Fsecret.json",
            "/..%5Csecret.json",
            "/leak", "/leak.json", "/.hidden", "/.hidden.json", "/.%CC%81hidden", "/.%CC%81hidden.json",
            "/deep", "/nothing", "/list?page=2", "/photos%00.json", "/%FF",
        ])
    func refusals(target: String) throws {
        let answer = try api().answer(MockRequest(.get, target))
        #expect(answer.status == .notFound)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(#""file""#))
    }

    @Test(
        "a file is below a folder where its path says so to the byte",
        arguments: [
            ("/a/b", "/a", true), ("/b", "/", true), ("/ab", "/a", false), ("/a", "/a", false),
            ("/e\u{301}/b", "/\u{E9}", false), ("/a/\u{301}b", "/a", true),
        ])
    func below(file: String, folder: String, isBelow: Bool) {
        #expect(PlainPath.isPath(file, below: folder) == isBelow)
    }

    @Test("files have validators, and events are still counted")
    func manners() throws {
        let api = try api()
        let tag = try #require(api.answer(MockRequest(.get, "/photos")).headers[.eTag])
        #expect(api.answer(MockRequest(.get, "/photos", headers: [.ifNoneMatch: tag])).status == .notModified)
        #expect(api.answer(MockRequest(.post, "/photos")).status == .methodNotAllowed)
        let body = Array(#"{"events": [{"key": "k", "type": "tap"}]}"#.utf8)
        #expect(api.answer(MockRequest(.post, "/events", body: body)).status == .accepted)
    }

    @Test("a directory that is none is said to be none")
    func noDirectory() {
        let path = root.appendingPathComponent("photos.json").path
        #expect(throws: MockServerError.notADirectory(path)) {
            try MockAPI { $0.content = .directory(path: path) }
        }
    }

    private func api() throws -> MockAPI {
        try MockAPI { $0.content = .directory(path: root.path) }
    }

    private func write(_ name: String, _ text: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

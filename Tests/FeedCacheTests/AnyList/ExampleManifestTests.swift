import FeedCache
import FeedMock
import FeedSource
import Foundation
import TestSupport
import Testing

@Suite("The example manifests")
struct ExampleManifestTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts/examples")

    private static func text(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    @Test("are manifests without a warning, each tried here against a server")
    func load() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".toml")
        }
        for file in files {
            let manifest = try Manifest.load(path: Self.folder.appending(path: file).path)
            #expect(manifest.warnings.isEmpty, "\(file)")
            #expect(throws: Never.self, "\(file)") { try manifest.resolved(environment: ExampleShape.environment) }
        }
        #expect(Set(files).isSuperset(of: ExampleShape.all.map(\.file)))
    }

    @Test("read a whole list of their kind of server", arguments: ExampleShape.all)
    func syncs(shape: ExampleShape) async throws {
        let bench = try TableBench(
            Self.text(shape.file), shape.answers, environment: ExampleShape.environment)
        let report = try await bench.sync()
        #expect((report.outcome, report.items.inserted, report.drift) == (.complete, shape.keys.count, false))
        #expect(report.failure == nil)
        #expect(try bench.keys == shape.keys)
        let asked = bench.server.asked()
        #expect(Set(asked.map(TableServer.name)) == Set(shape.answers.keys))
        #expect(asked.count == shape.answers.count)
        for request in asked where !request.path.hasPrefix("/oauth") {
            for (name, value) in shape.headers { #expect(request.headers[name.lowercased()] == value) }
        }
    }

    @Test("find nothing new in the same answers", arguments: ExampleShape.all)
    func repeats(shape: ExampleShape) async throws {
        let bench = try TableBench(
            Self.text(shape.file), shape.answers, environment: ExampleShape.environment)
        _ = try await bench.sync()
        let before = try bench.items
        bench.clock.step(by: 60)
        if shape.file == "kinto.toml" {
            bench.server.set([
                "GET kinto.example.com/v1/buckets/main/collections/certificates/records?_limit=100&_since=5":
                    TableServer.Answer(body: #"{"data":[]}"#)
            ])
        }
        let report = try await bench.sync()
        #expect(report.outcome == .unchanged, "\(String(describing: report.failure))")
        #expect(try bench.items == before)
    }
}

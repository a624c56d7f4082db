import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedCache
@testable import FeedMock

@Suite("Certificates")
struct TrustTests {
    /// A mock with a certificate of its own, and a cache that may trust the file it is in.
    private func sync(
        environment: (String) -> [String: String], tls: (String) -> String
    ) async throws -> CollectionReport? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = MockConfiguration()
        configuration.isTLS = true
        let mock = try MockServer(configuration)
        mock.answer(.any(), with: .json(#"[{"id":1}]"#))
        let base = try await mock.start()
        let der = try #require(mock.certificate?.der)
        let pem = "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString())\n-----END CERTIFICATE-----\n"
        try pem.write(to: folder.appending(path: "ca.pem"), atomically: true, encoding: .utf8)
        let toml = """
            [source]
            name = "test"
            base_url = "\(base)"
            retry = { attempts = 1 }
            \(tls("ca.pem"))

            [[collections]]
            name = "list"
            path = "list"
            items = ""
            id = "id"
            paging = { style = "none" }
            """
        let manifest = try Manifest(toml: toml, file: folder.appending(path: "feed.toml").path)
        let cache = try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path,
            dependencies: .live(environment(folder.appending(path: "ca.pem").path), source: manifest.source))
        let report = try await cache.sync().collections.first
        await mock.stop()
        return report
    }

    @Test("a server that no authority knows is refused, and the message says where to name one")
    func unknown() async throws {
        let failure = try await sync(environment: { _ in [:] }, tls: { _ in "" })?.failure
        #expect(failure?.code == .tls)
        #expect(failure?.advice?.contains("ca_file") == true)
    }

    @Test("a file in the folder of the manifest is trusted beside the system's")
    func authorities() async throws {
        let report = try await sync(environment: { _ in [:] }, tls: { "tls = { ca_file = \"\($0)\" }" })
        #expect(report?.outcome == .complete, "\(String(describing: report?.failure))")
    }

    @Test("the file of SSL_CERT_FILE is trusted in place of the system's")
    func variable() async throws {
        let report = try await sync(environment: { ["SSL_CERT_FILE": $0] }, tls: { _ in "" })
        #expect(report?.outcome == .complete, "\(String(describing: report?.failure))")
    }

    @Test("the file is trusted where SSL_CERT_DIR names folders as well, of which one may be missing")
    func folders() async throws {
        let report = try await sync(
            environment: { file in
                let folder = URL(filePath: file).deletingLastPathComponent().path
                return ["SSL_CERT_FILE": file, "SSL_CERT_DIR": "\(folder)/none:\(folder)"]
            }, tls: { _ in "" })
        #expect(report?.outcome == .complete, "\(String(describing: report?.failure))")
    }
}

import Foundation
import HTTPTypes
import LocalServer
import NIOSSL
import TestSupport
import Testing

@testable import FeedCache
@testable import FeedMock
@testable import FeedModel
@testable import FeedSource

@Suite("A certificate of the client", .timeLimit(.minutes(10)))
struct ClientCertificateTests {
    private struct OneItem: LocalResponder {
        func respond(to request: LocalRequest, on connection: LocalConnection) async throws -> LocalResponse {
            LocalResponse(
                status: .ok, headers: [.contentType: "application/json"], body: .bytes(Array(#"[{"id":1}]"#.utf8)))
        }
    }

    /// Syncs a list of a server that answers nobody but who has the certificate.
    private func sync(tls: String) async throws -> CollectionReport? {
        let folder = try TemporaryFolder()
        try folder.write(Self.certificate, "client.pem")
        try folder.write(Self.key, "client.key")
        let own = try ServerCertificate(hosts: ["127.0.0.1"], now: SystemRequestClock().now, serial: 1)
        try folder.write(
            "-----BEGIN CERTIFICATE-----\n\(Data(own.der).base64EncodedString())\n-----END CERTIFICATE-----\n", "ca.pem"
        )
        var configuration = LocalServer.Configuration()
        configuration.tls = {
            var tls = own.configuration
            tls.certificateVerification = .noHostnameVerification
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(Self.certificate.utf8)))
            return tls
        }
        let server = LocalServer(OneItem(), configuration: configuration)
        let port = try await server.start()
        let toml = """
            [source]
            name = "test"
            base_url = "https://127.0.0.1:\(port)"
            retry = { attempts = 1 }
            tls = { ca_file = "ca.pem"\(tls) }

            [[collections]]
            name = "list"
            path = "list"
            items = ""
            id = "id"
            paging = { style = "none" }
            """
        let manifest = try Manifest(toml: toml, file: folder.path("feed.toml"))
        let cache = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source))
        let report = try await cache.sync().collections.first
        await server.stop()
        return report
    }

    @Test("is shown to the source's origin")
    func shown() async throws {
        let report = try await sync(tls: #", client_cert = "client.pem", client_key = "client.key""#)
        #expect(report?.outcome == .complete, "\(String(describing: report?.failure))")
    }

    @Test("where it is missing, the failure is one of TLS and names the keys")
    func missing() async throws {
        let failure = try await sync(tls: "")?.failure
        #expect(failure?.code == .tls)
        #expect(failure?.advice?.contains("client_cert") == true)
    }

    // Made for these tests, and used nowhere else; valid until 2126.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBojCCAUigAwIBAgIUaQAqXLPjixjxtbfo/7JhJY1TocMwCgYIKoZIzj0EAwIw
        GzEZMBcGA1UEAwwQZmVlZGNhY2hlIGNsaWVudDAgFw0yNjExMjYxNzE2NDhaGA8y
        MTI2MTEwMjE3MTY0OFowGzEZMBcGA1UEAwwQZmVlZGNhY2hlIGNsaWVudDBZMBMG
        ByqGSM49AgEGCCqGSM49AwEHA0IABKDIwXM3TzrtyTIFkJa6RptQYBW5qPoULNp5
        CHyOW01l4HqIGKb67VbqS6M60uNqf1VEc71cJhBiCokjbQ3yr8OjaDBmMB0GA1Ud
        DgQWBBQcE8vzdkE20xGz/oAi1hiulK9JHjAfBgNVHSMEGDAWgBQcE8vzdkE20xGz
        /oAi1hiulK9JHjAPBgNVHRMBAf8EBTADAQH/MBMGA1UdJQQMMAoGCCsGAQUFBwMC
        MAoGCCqGSM49BAMCA0gAMEUCIC5zPKrJhZK16c1HY/Y8bu3Asvc7+lJuLEQW8moT
        tEL1AiEAnhv0e2MnqMCv/h4e5dXP7mEB65RIyWd1bkLguHs8fzY=
        -----END CERTIFICATE-----

        """
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgd5whNDJYGPUS7G14
        UyrDjGKGSIeibfK/2ug6TXIzQCWhRANCAASgyMFzN0867ckyBZCWukabUGAVuaj6
        FCzaeQh8jltNZeB6iBim+u1W6kujOtLjan9VRHO9XCYQYgqJI20N8q/D
        -----END PRIVATE KEY-----

        """
}

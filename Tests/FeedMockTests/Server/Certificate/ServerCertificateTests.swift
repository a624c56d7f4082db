import FeedModel
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import FeedMock

@Suite struct ServerCertificateTests {
    @Test("a certificate can be read, and names its hosts and its time", arguments: [1_775_001_600, 2_600_000_000])
    func reading(now: Int64) throws {
        let made = try ServerCertificate(
            hosts: ["mock.example.com", "192.168.1.5", "::1"], now: Instant(seconds: now), serial: .max)
        let certificate = try NIOSSLCertificate(bytes: made.der, format: .der)
        #expect(certificate.notValidBefore == now - 3_600)
        #expect(certificate.notValidAfter == now + 30 * 86_400)
        let names = Array(certificate._subjectAlternativeNames())
        #expect(
            names.map { Array($0.contents) } == [
                Array("mock.example.com".utf8), [192, 168, 1, 5], [UInt8](repeating: 0, count: 15) + [1],
            ])
        #expect(throws: Never.self) { try NIOSSLContext(configuration: made.configuration) }
    }

    @Test(
        "a server that listens on every address has a certificate for each",
        arguments: [
            ("0.0.0.0", [[10, 0, 0, 7], Array("localhost".utf8), [127, 0, 0, 1]]),
            ("192.168.1.5", [[192, 168, 1, 5], Array("localhost".utf8), [127, 0, 0, 1]]),
        ] as [(String, [[UInt8]])])
    func everyAddress(host: String, expected: [[UInt8]]) throws {
        var configuration = MockConfiguration()
        (configuration.isTLS, configuration.host) = (true, host)
        configuration.ownAddresses = { ["127.0.0.1", "::1", "10.0.0.7", "10.0.0.7"] }
        let made = try #require(try configuration.certificate())
        let certificate = try NIOSSLCertificate(bytes: made.der, format: .der)
        let names = Array(certificate._subjectAlternativeNames()).map { Array($0.contents) }
        #expect(names == expected + [[UInt8](repeating: 0, count: 15) + [1]])
    }

    @Test("this machine has addresses, none for one link only")
    func addresses() {
        let addresses = MockConfiguration.addressesOfThisMachine()
        #expect(addresses.contains("127.0.0.1") && !addresses.contains { $0.hasPrefix("fe80:") })
    }

    @Test("a client that trusts the certificate is answered over TLS")
    func answers() async throws {
        var configuration = MockConfiguration()
        configuration.isTLS = true
        try await withMockServer(configuration) { server, baseURL in
            #expect(baseURL.hasPrefix("https://127.0.0.1:"))
            #expect(server.fingerprint?.split(separator: ":").count == 32)
            let port = try #require(Int(baseURL.split(separator: ":")[2].prefix { $0 != "/" }))
            var client = TLSConfiguration.makeClientConfiguration()
            client.certificateVerification = .none
            let context = try NIOSSLContext(configuration: client)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: nil))
                        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let start = try await channel.executeThenClose { inbound, outbound in
                let request = "GET /__mock/tick HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                try await outbound.write(ByteBuffer(string: request))
                for try await piece in inbound { return String(buffer: piece) }
                return ""
            }
            #expect(start.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("two servers have two fingerprints of 32 bytes")
    func fingerprints() throws {
        let texts = try (0..<2).map { _ in
            try ServerCertificate(hosts: ["localhost"], now: Instant(seconds: 0), serial: 7).fingerprint
        }
        #expect(Set(texts).count == 2)
        #expect(texts.allSatisfy { $0.split(separator: ":").count == 32 })
    }
}

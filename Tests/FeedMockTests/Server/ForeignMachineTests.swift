import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import FeedMock
@testable import LocalServer

@Suite("Requests from other machines") struct ForeignMachineTests {
    /// What the server answers to a request that comes from this address.
    private func status(
        _ method: HTTPRequest.Method, _ target: String, from address: String?, authority: String? = "localhost",
        _ api: MockAPI
    ) async throws -> Int {
        let responder = MockResponder(api: api, configuration: MockConfiguration())
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = try address.map { try SocketAddress(ipAddress: $0, port: 40_000) }
        channel.localAddress = try SocketAddress(ipAddress: "192.0.2.7", port: 3_000)
        let request = LocalRequest(
            method: method, target: target, authority: authority, headers: [:], body: [], arrived: .now)
        return try await responder.respond(
            to: request, on: LocalConnection(channel: channel, client: ClientWatch())
        ).status.code
    }

    @Test("the control endpoints and the front page are for this machine, whatever the host is said to be")
    func control() async throws {
        let api = try MockAPI()
        let targets: [(HTTPRequest.Method, String)] = [
            (.get, "/"), (.get, "/__mock/tick"), (.get, "/__mock/journal"), (.get, "/__mock/journal?wait=0"),
            (.post, "/__mock/verify"), (.post, "/__mock/tick"), (.delete, "/__mock/journal"),
        ]
        for (method, target) in targets {
            for address in ["192.0.2.8", "2001:db8::8", nil] {
                for authority in ["localhost", "127.0.0.1:3000", nil] {
                    let status = try await status(method, target, from: address, authority: authority, api)
                    #expect(status == 403, "\(target) \(address ?? "") \(authority ?? "")")
                }
            }
        }
        #expect(api.clock.tick == 0)
        for address in ["127.0.0.1", "::1", "192.0.2.7"] {
            for target in ["/", "/__mock/tick", "/__mock/journal?wait=0"] {
                let status = try await status(.get, target, from: address, api)
                #expect(status == 200, "\(target) \(address)")
            }
        }
    }

    @Test("what the server serves is for other machines, too")
    func content() async throws {
        let target = "\(MockAPI.gourmetPath)/photos"
        let status = try await status(
            .get, target, from: "192.0.2.8", authority: "192.0.2.7:3000",
            try MockAPI { $0.host = "0.0.0.0" })
        #expect(status == 200)
    }

    @Test("a request for a control endpoint says what it calls the server")
    func noHost() async throws {
        for target in ["/", "/__mock/tick", "/__mock/journal?wait=0"] {
            let status = try await status(.get, target, from: "127.0.0.1", authority: nil, try MockAPI())
            #expect(status == 400, "\(target)")
        }
    }
}

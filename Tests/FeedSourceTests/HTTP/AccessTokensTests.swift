import FeedModel
import Synchronization
import Testing

@testable import FeedSource

@Suite("Access tokens")
struct AccessTokensTests {
    private let now = Instant(seconds: 1_700_000_000)

    private func url() throws -> SourceURL { try SourceURL("https://auth.example.com/token") }

    private func grant() throws -> OAuthGrant {
        OAuthGrant(tokenURL: try url(), clientID: "a:b", clientSecret: "c d%", scope: "x y")
    }

    private func token(_ value: String, _ rest: String = "") throws -> AccessToken {
        let answer = "{\"access_token\":\"\(value)\"\(rest)}"
        return try AccessToken(answer: Array(answer.utf8), sent: now, url: url())
    }

    @Test(
        "are renewed before they end",
        arguments: [
            (#","expires_in":3600"#, 3_570), (#","expires_in":"3600""#, 3_570), (#","expires_in":60"#, 30),
            (#","expires_in":20"#, 10), (#","expires_in":1"#, 1), (#","expires_in":0"#, 0), (#","expires_in":-5"#, 0),
            (#","expires_in":90.7"#, 60), ("", nil), (#","expires_in":null"#, nil), (#","expires_in":"soon""#, nil),
            (#","expires_in":1e300"#, nil),
        ] as [(String, Int64?)])
    func renewal(rest: String, seconds: Int64?) throws {
        #expect(try token("t", rest).renewal == seconds.map { now.advanced(bySeconds: $0) })
    }

    @Test("of any length of time are read without a trap")
    func longest() throws {
        for number in ["9223372036854774784", "1e18", "-9e18"] {
            #expect(throws: Never.self) { try token("t", ",\"expires_in\":\(number)") }
        }
    }

    @Test("are requested in the forms that RFC 6749 has for clients")
    func forms() throws {
        let grant = try grant()
        let (inHeader, inBody) = (grant.request(isInBody: false), grant.request(isInBody: true))
        let parameters = "grant_type=client_credentials&scope=x+y"
        #expect(String(decoding: inHeader.body, as: UTF8.self) == parameters)
        // a%3Ab:c+d%25
        #expect(inHeader.headers["Authorization"] == "Basic YSUzQWI6YytkJTI1")
        #expect(
            String(decoding: inBody.body, as: UTF8.self) == parameters + "&client_id=a%3Ab&client_secret=c+d%25")
        #expect(inBody.headers["Authorization"] == nil)
    }

    @Test("are requested once for many that wait, and again only after the one that was refused")
    func once() async throws {
        let (tokens, grant, now) = (AccessTokens(), try grant(), now)
        let made = [try token("one"), try token("two")]
        let count = Mutex(0)
        let (start, go) = AsyncStream<Void>.makeStream()
        let request: @Sendable () async throws -> AccessToken = {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            if number == 0 { for await _ in start { break } }
            return made[min(number, 1)]
        }
        async let first = tokens.token(for: .oauth(grant), at: now, request: request)
        async let second = tokens.token(for: .oauth(grant), at: now, request: request)
        go.yield()
        #expect(try await [first, second] == [made[0], made[0]])
        #expect(count.withLock(\.self) == 1)
        let renewed = try await tokens.token(for: .oauth(grant), at: now, refused: made[0], request: request)
        let again = try await tokens.token(for: .oauth(grant), at: now, refused: made[0], request: request)
        #expect([renewed, again] == [made[1], made[1]])
        #expect(count.withLock(\.self) == 2)
    }

    @Test("come to those who wait though another one who waited was cancelled")
    func cancelled() async throws {
        let (tokens, grant, now) = (AccessTokens(), try grant(), now)
        let made = try token("one")
        let count = Mutex(0)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let request: @Sendable () async throws -> AccessToken = {
            let isFirst = count.withLock { count in
                defer { count += 1 }
                return count == 0
            }
            guard isFirst else { return made }
            begin.yield()
            // Ends when the task is cancelled.
            let (never, open) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            withExtendedLifetime(open) {}
            throw CancellationError()
        }
        let first = Task { try await tokens.token(for: .oauth(grant), at: now, request: request) }
        for await _ in begun { break }
        let second = Task { try await tokens.token(for: .oauth(grant), at: now, request: request) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == made)
        #expect(count.withLock(\.self) == 2)
    }
}

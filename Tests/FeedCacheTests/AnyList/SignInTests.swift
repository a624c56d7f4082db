import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Synchronization
import Testing

@Suite("Signing in")
struct SignInTests {
    private static let oauth = """
        [source.oauth]
        token_url = "https://auth.example.com/token"
        client_id = "${CLIENT}"
        client_secret = "${SECRET}"
        """
    private static let lines = "items = \"\"\nid = \"id\"\n\(ListText.plain)"
    private static let environment = ["CLIENT": "client-7", "SECRET": "s3cret-value", "PASSWORD": "pass-word"]
    private static let tokenRequest = "POST auth.example.com/token grant_type=client_credentials"
    private static let list = TableServer.Answer(body: #"[{"id":1}]"#)

    private func bench(_ answers: [String: TableServer.Answer]) throws -> TableBench {
        try TableBench(
            ListText.manifest(Self.lines, source: Self.oauth), answers, environment: Self.environment)
    }

    private static func token(_ text: String, seconds: Int? = 3600) -> TableServer.Answer {
        let expires = seconds.map { ",\"expires_in\":\($0)" } ?? ""
        return TableServer.Answer(body: "{\"access_token\":\"\(text)\",\"token_type\":\"bearer\"\(expires)}")
    }

    @Test("by OAuth asks once for a token, uses it in later syncs, and renews it before it ends")
    func renewal() async throws {
        let bench = try bench([Self.tokenRequest: Self.token("token-one"), "GET /v1/list": Self.list])
        _ = try await bench.sync()
        let asked = bench.server.asked()
        #expect(asked.map(TableServer.name) == [Self.tokenRequest, "GET /v1/list"])
        #expect(asked.first?.headers["authorization"] == "Basic Y2xpZW50LTc6czNjcmV0LXZhbHVl")
        #expect(asked.first?.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(asked.last?.headers["authorization"] == "Bearer token-one")

        bench.clock.step(by: 3_569)
        _ = try await bench.sync()
        #expect(bench.asked() == ["GET /v1/list"])
        bench.server.set([Self.tokenRequest: Self.token("token-two")])
        bench.clock.step(by: 1)
        _ = try await bench.sync()
        let later = bench.server.asked()
        #expect(later.map(TableServer.name) == [Self.tokenRequest, "GET /v1/list"])
        #expect(later.last?.headers["authorization"] == "Bearer token-two")
        let stored = try bench.storedText
        for secret in ["token-one", "token-two", "s3cret-value", "client-7"] { #expect(!stored.contains(secret)) }
    }

    @Test("by OAuth renews the token once after 401, then gives up with the server's word, without the token")
    func refused() async throws {
        let refusal = TableServer.Answer(status: 401, body: #"{"message":"token-one is not valid"}"#)
        let bench = try bench([Self.tokenRequest: Self.token("token-one"), "GET /v1/list": refusal])
        let report = try await bench.sync()
        #expect(bench.asked() == [Self.tokenRequest, "GET /v1/list", Self.tokenRequest, "GET /v1/list"])
        #expect(report.failure?.status == 401)
        #expect(report.failure?.message.contains("… is not valid") == true)
        #expect(report.failure?.url == "https://api.example.com/v1/list")
    }

    @Test("by OAuth is refused with what the token server says; its secret is tried in the body, too")
    func clientRefused() async throws {
        let answer = TableServer.Answer(
            status: 400, body: #"{"error":"invalid_client","error_description":"no client s3cret-value"}"#)
        let inBody = Self.tokenRequest + "&client_id=client-7&client_secret=s3cret-value"
        let bench = try bench([Self.tokenRequest: answer, inBody: TableServer.Answer(status: 401)])
        let report = try await bench.sync()
        #expect(bench.asked() == [Self.tokenRequest, inBody])
        #expect((report.outcome, report.failure?.status) == (.failed, 401))
        let message = try #require(report.failure?.message)
        #expect(message.contains("no access token: the token server answered 400") && message.contains("“no client …”"))
        #expect(report.failure?.url == "https://auth.example.com/token")

        bench.server.set([inBody: Self.token("token-one"), "GET /v1/list": Self.list])
        #expect(try await bench.sync().outcome == .complete)
    }

    @Test(
        "by OAuth fails as what it is where there is no token",
        arguments: [
            (TableServer.Answer(status: 0), SyncFailure.Code.connection, Int?.none),
            (TableServer.Answer(status: 503), .httpStatus, 503), (TableServer.Answer(status: 404), .httpStatus, nil),
            (TableServer.Answer(body: "[]"), .malformed, nil), (TableServer.Answer(body: "x"), .malformed, nil),
            (TableServer.Answer(body: #"{"access_token":""}"#), .malformed, nil),
            (TableServer.Answer(body: #"{"access_token":"a\nb"}"#), .malformed, nil),
            (TableServer.Answer(body: #"{"access_token":"a","token_type":"mac"}"#), .malformed, nil),
            (TableServer.Answer(status: 302, headers: ["Location": "https://evil.example/"]), .redirect, nil),
        ])
    func noToken(answer: TableServer.Answer, code: SyncFailure.Code, status: Int?) async throws {
        let bench = try bench([Self.tokenRequest: answer])
        let report = try await bench.sync()
        #expect((report.outcome, report.failure?.code, report.failure?.status) == (.failed, code, status))
        #expect(bench.asked() == [Self.tokenRequest])
    }

    @Test("by OAuth never ends a list: a token server's 400 in the middle of one is a failure")
    func noEnd() async throws {
        let lines = #"""
            items = ""
            id = "id"
            paging = { style = "page", end_status = [400, 404] }
            """#
        let bench = try TableBench(
            ListText.manifest(lines, source: Self.oauth),
            [
                Self.tokenRequest: Self.token("token-one"), "GET /v1/list?page=1": Self.list,
                "GET /v1/list?page=2": TableServer.Answer(status: 401),
            ], environment: Self.environment)
        bench.server.onAsk = { name, server in
            if name == "GET /v1/list?page=1" {
                server.set([Self.tokenRequest: TableServer.Answer(status: 400, body: #"{"error":"invalid_scope"}"#)])
            }
        }
        let report = try await bench.sync()
        #expect(report.outcome == .interrupted)
        #expect(report.failure?.message.contains("no access token") == true)
    }

    private static let login = """
        [source.login]
        path = "auth"
        body = '{"user":"ann","password":"${PASSWORD}"}'
        token = "session.key"
        header = "X-Auth: T {token}"
        """
    private static let loginRequest = #"POST /v1/auth {"user":"ann","password":"pass-word"}"#

    @Test("by a login asks for a token once, again on 401, and stores neither it nor the password")
    func login() async throws {
        func token(_ text: String) -> TableServer.Answer { .init(body: "{\"session\":{\"key\":\"\(text)\"}}") }
        let bench = try TableBench(
            ListText.manifest(Self.lines, source: Self.login),
            [Self.loginRequest: token("token-one"), "GET /v1/list": Self.list], environment: Self.environment)
        _ = try await bench.sync()
        _ = try await bench.sync()
        let asked = bench.server.asked()
        #expect(asked.map(TableServer.name) == [Self.loginRequest, "GET /v1/list", "GET /v1/list"])
        #expect(asked.map { $0.headers["x-auth"] } == [nil, "T token-one", "T token-one"])
        bench.server.set([
            Self.loginRequest: token("token-two"),
            "GET /v1/list": .init(status: 401, body: #"{"message":"token-two has ended"}"#),
        ])
        let report = try await bench.sync()
        #expect(bench.asked() == ["GET /v1/list", Self.loginRequest, "GET /v1/list"])
        #expect((report.failure?.status, report.failure?.message.contains("“… has ended”")) == (401, true))
        let stored = try bench.storedText
        for secret in ["token-one", "token-two", "pass-word"] { #expect(!stored.contains(secret)) }
    }

    @Test("by a login that is refused, or has no token, says so without the password", arguments: [401, 400, 200, 302])
    func loginRefused(status: Int) async throws {
        let answer = TableServer.Answer(
            status: status, headers: status == 302 ? ["Location": "https://evil.example/"] : [:],
            body: #"{"message":"not pass-word"}"#)
        let bench = try TableBench(
            ListText.manifest(Self.lines, source: Self.login), [Self.loginRequest: answer],
            environment: Self.environment)
        let report = try await bench.sync()
        #expect(bench.asked() == [Self.loginRequest])
        #expect(report.failure?.status == ([400, 401].contains(status) ? 401 : nil))
        let message = try #require(report.failure?.message)
        #expect(message.hasPrefix("not signed in") && !message.contains("pass-word"))
    }

    @Test("sends the session that a 409 asks for, in that request and the next")
    func session() async throws {
        let paged = "items = \"\"\nid = \"id\"\npaging = { style = \"page\" }"
        let refusal = TableServer.Answer(status: 409, headers: ["X-Transmission-Session-Id": "session-77"])
        let bench = try TableBench(
            ListText.manifest(paged), ["GET /v1/list?page=1": refusal, "GET /v1/list?page=2": .init(body: "[]")])
        let count = Mutex(0)
        bench.server.onAsk = { _, server in
            if count.withLock({
                $0 += 1; return $0
            }) == 2 {
                server.set(["GET /v1/list?page=1": Self.list])
            }
        }
        #expect(try await bench.sync().outcome == .complete)
        #expect(
            bench.server.asked().map { $0.headers["x-transmission-session-id"] } == [nil, "session-77", "session-77"])
        #expect(try !bench.storedText.contains("session-77"))
        bench.server.onAsk = nil
        bench.server.set(["GET /v1/list?page=1": refusal])
        let failure = try await bench.sync().failure
        #expect(failure?.status == 409)
    }

    @Test("sends neither token nor password to another origin")
    func otherOrigin() async throws {
        for source in [Self.oauth, #"basic = { user = "ann", password = "${PASSWORD}" }"#] {
            let bench = try TableBench(
                ListText.manifest(Self.lines, source: source),
                [
                    Self.tokenRequest: Self.token("token-one"),
                    "GET /v1/list": .init(status: 302, headers: ["Location": "https://other.example/list"]),
                    "GET other.example/list": Self.list,
                ], environment: Self.environment)
            _ = try await bench.sync()
            let asked = bench.server.asked().suffix(2)
            #expect(asked.map { $0.headers["authorization"] == nil } == [false, true])
            #expect(try !bench.storedText.contains("pass-word"))
        }
    }

    @Test("by HTTP Basic under another password is another walk, but not where the manifest names the account")
    func otherPassword() async throws {
        for (account, expected) in [("", "GET /v1/list?page=1"), ("account = \"ann\"\n", "GET /v1/list?page=2")] {
            let lines = "items = \"\"\nid = \"id\"\npaging = { style = \"page\" }"
            let source = account + #"basic = { user = "ann", password = "${PASSWORD}" }"#
            let bench = try TableBench(
                ListText.manifest(lines, source: source),
                ["GET /v1/list?page=1": Self.list, "GET /v1/list?page=2": .init(status: 503)],
                environment: Self.environment)
            #expect(try await bench.sync().outcome == .interrupted)
            _ = bench.asked()
            try bench.reopen(ListText.manifest(lines, source: source), environment: ["PASSWORD": "another-one"])
            _ = try await bench.sync()
            #expect(bench.asked().first == expected)
        }
    }
}

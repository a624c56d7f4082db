import TestSupport
import Testing

@testable import FeedSource

@Suite("What a server says of an error")
struct ServerMessageTests {
    private func line(_ body: String, hiding secrets: [String] = []) throws -> String? {
        let origin = try SourceURL("https://a/").origin
        return ServerMessage.line(
            in: Array(body.utf8), hiding: SourceSecrets(origin: origin, parameters: [], values: secrets))
    }

    @Test(
        "is found where the usual servers put it",
        arguments: [
            #"{"type": "about:blank", "title": "t", "status": 404, "detail": "m"}"#, #"{"title": "m"}"#,
            #"{"message": "m"}"#,
            #"{"error": "m"}"#, #"{"error": {"code": 5, "message": "m"}}"#,
            #"{"errors": [{"message": "m"}, {"message": "n"}]}"#,
            #"{"errors": ["m"]}"#, #"{"errors": [{"title": "m"}]}"#, #"{"error": "m", "error_description": "m"}"#,
            #"{"detail": [{"loc": ["query"], "msg": "m"}]}"#, #"{"_error": {"code": 404, "message": "m"}}"#,
            #"{"errcode": "M_X", "error": "m"}"#, #"{"error": {"code": "x", "info": "m"}}"#, #"["m"]"#,
            #"[{"message": "m"}]"#,
            #""m""#, #"{"message": "  ", "title": "m"}"#,
        ])
    func places(body: String) throws {
        #expect(try line(body) == "m")
    }

    @Test(
        "is nothing where there are no words",
        arguments: ["", "{}", "[]", "<html>no</html>", "no", "{\"message\": 5}", "{\"error\": null}"])
    func nothing(body: String) throws {
        #expect(try line(body) == nil)
    }

    @Test("is one line that no terminal obeys, and not a long one")
    func harmless() throws {
        #expect(
            try line(#"{"message": "\u001b]0;x\u0007a\r\n\tb\u2028c\u0085d\u200e\u202ee\ufeff"}"#) == "]0;x a b c de")
        let long = try #require(try line("{\"message\": \"" + String(repeating: "猫", count: 300) + "\"}"))
        #expect(long.count == 200 && long.hasSuffix("猫…"))
        let marks = try #require(try line("{\"message\": \"a" + String(repeating: "\u{301}", count: 9_000) + "\"}"))
        #expect(marks.unicodeScalars.count <= 401)
    }

    @Test(
        "has no secret in it, however it is written",
        arguments: [
            ("token abcdef is bad", "token … is bad"), ("xabcdefx", "x…x"),
            ("a/b c d: a%2Fb%20c, a%2Fb+c, a/b%20c", "… d: …, …, …"), ("a%2fb%20c, a%2fb+c", "…, …"),
            ("ja, jam and ja", "…, jam and …"), ("abcdefgh", "…"),
        ])
    func secrets(text: String, shown: String) throws {
        #expect(try line("{\"message\": \"\(text)\"}", hiding: ["abcdef", "abcdefgh", "a/b c", "ja", ""]) == shown)
    }

    @Test(
        "follows what the status means, which fits a password as well as a token",
        arguments: [
            (401, "not signed in: is the token or password right?"),
            (403, "forbidden: may this user or token read it?"),
        ])
    func meaning(status: Int, words: String) {
        let error = SourceError(.status(status), url: nil, retryAt: nil, withheld: nil, serverMessage: "no entry")
        #expect(error.message == "the server answered \(status) (\(words)): “no entry”")
    }

    @Test("is harmless and short whatever the body is", arguments: SeededGenerator.seeds(500))
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var body = Array(#"{"message": "secret\u001b[1m \u202e", "errors": [{"message": "x"}], "detail": null}"#.utf8)
        body.mutate(using: &random)
        let secrets = SourceSecrets(origin: try SourceURL("https://a/").origin, parameters: [], values: ["secret"])
        guard let line = ServerMessage.line(in: body, hiding: secrets) else { return }
        #expect(line.count <= 200 && !line.contains("secret"), "seed \(seed)")
        #expect(
            line.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
            }, "seed \(seed)")
    }
}

import FeedModel
import HTTPTypes
import Testing

@testable import FeedMock

@Suite("Answers planned over HTTP and in files") struct AnswersOverHTTPTests {
    private func api(_ plans: String) throws -> MockAPI {
        let api = try MockAPI { $0.content = .nothing }
        let answer = api.ask(.post, "/__mock/answers", plans)
        #expect(answer.status == .ok, "\(String(decoding: answer.body, as: UTF8.self))")
        return api
    }

    @Test("come as often as they say, and then the server answers by itself")
    func sequence() throws {
        let api = try api(
            #"{"request": "GET photos?page=2", "answers": [{"status": 503, "headers": {"Retry-After": "1"}, "times": 2}, "#
                + #"{"json": {"a": [1]}, "times": 1}]}"#)
        #expect(api.ask(.get, "/photos?page=1").status == .notFound)
        let first = api.ask(.get, "/photos?page=2")
        #expect(first.status.code == 503 && first.headers[.retryAfter] == "1")
        #expect(api.ask(.get, "/photos?page=2").status.code == 503)
        let third = api.ask(.get, "/photos?page=2")
        #expect(third.body == Array(#"{"a": [1]}"#.utf8) && third.headers[.contentType]?.contains("json") == true)
        #expect(api.ask(.get, "/photos?page=2").status == .notFound)
        #expect(api.answers.descriptions.isEmpty)
    }

    @Test("may come more often than can be counted")
    func countless() throws {
        let api = try api(
            #"{"request": "me", "answers": [{"status": 503, "times": 9223372036854775807}, {"status": 404, "times": 9}]}"#
        )
        #expect(api.ask(.get, "/me").status.code == 503)
        #expect(api.answers.descriptions.count == 1)
    }

    @Test("are for what the request says: path, query, header, values of the body")
    func matching() throws {
        let api = try api(
            #"{"request": "POST login", "headers": {"X-App": ""}, "json": {"user.name": "ann", "n": 3}, "#
                + #""answers": [{"status": 204}]}"#)
        func status(_ body: String, _ headers: HTTPFields) -> Int {
            api.answer(MockRequest(.post, "/login", headers: headers, body: Array(body.utf8))).status.code
        }
        let app: HTTPFields = [HTTPField.Name("X-App")!: "1"]
        #expect(status(#"{"user": {"name": "ann"}, "n": 3}"#, app) == 204)
        #expect(status(#"{"user": {"name": "bob"}, "n": 3}"#, app) == 404)
        #expect(status(#"{"user": {"name": "ann"}}"#, app) == 404 && status("no JSON", app) == 404)
        #expect(status(#"{"user": {"name": "ann"}, "n": 3}"#, [:]) == 404)
    }

    @Test("follow a state, which can be read and set")
    func states() throws {
        let api = try api(
            #"[{"request": "me", "answers": [{"status": 401}]}, {"request": "me", "in": "signed in", "answers": [{}]}, "#
                + #"{"request": "POST login", "then": "signed in", "answers": [{"status": 204}]}]"#)
        #expect(api.ask(.get, "/me").status == .unauthorized && api.ask(.post, "/login").status == .noContent)
        #expect(api.ask(.get, "/me").status == .ok)
        #expect(try object(api.ask(.get, "/__mock/state").body)["state"] as? String == "signed in")
        #expect(api.ask(.post, "/__mock/state?name=").status == .ok && api.ask(.get, "/me").status == .unauthorized)
        #expect(api.ask(.delete, "/__mock/answers").status == .noContent && api.ask(.get, "/me").status == .notFound)
    }

    @Test("are filled in from the request; in JSON a quote stays one, and other braces stay")
    func templates() throws {
        let api = try api(
            #"{"request": "POST echo/*", "answers": [{"headers": {"X-Page": "{query.page}"}, "json": {"p": "{query.page}", "#
                + #""m": "{method} {path.1}", "b": "{body.a.0} {body.none}", "h": "{header.X-A}", "x": "{what} {"}}]}"#)
        let answer = api.ask(.post, "/echo/seven?page=a%22b", #"{"a": ["q\"t"]}"#)
        let body = try object(answer.body)
        #expect(answer.header("X-Page") == "a\"b" && body["p"] as? String == "a\"b")
        #expect(body["m"] as? String == "POST seven" && body["b"] as? String == "q\"t ")
        #expect(body["h"] as? String == "" && body["x"] as? String == "{what} {")
    }

    @Test("come late where that is planned, also those of the server, and break the connection where that is")
    func delays() throws {
        let api = try MockAPI()
        for plan in [
            #"{"request": "photos", "answers": [{"world": true, "delay": "200ms..1s"}]}"#,
            #"{"request": "articles", "answers": [{"lost": true}]}"#,
        ] { #expect(api.ask(.post, "/__mock/answers", plan).status == .ok) }
        let delays = (0..<20).map { _ in api.get("photos").delay }
        #expect(
            delays.allSatisfy { (Duration.milliseconds(200)...Duration.seconds(1)).contains($0) }
                && Set(delays).count > 5)
        #expect(api.get("photos").body == (try MockAPI().get("photos").body) && api.get("articles").isLost)
        #expect(Latency(parsing: "1.5s") == Latency(milliseconds: 1_500))
        #expect(Latency(parsing: "1s..2s") == Latency(milliseconds: 1_000, jitter: 1_000))
        for text in ["", "1", "2s..1s", "1s..", "..1s", "-1s", "700s", "1s..2s..3s"] {
            #expect(Latency(parsing: text) == nil, "\(text)")
        }
    }

    @Test("stand in the files of a folder, and stay when others are forgotten")
    func files() throws {
        let folder = try DataFolder([
            "a/1.json": #"{"request": "me", "answers": [{"file": "body.txt", "times": 1}, {"status": 404}]}"#,
            "a/2.json": #"[{"request": "you", "answers": [{"base64": "aGk="}]}]"#, "a/body.txt": "me!", "a/x.md": "{",
            "bad/1.json": #"{"request": "me", "answers": [{"file": "../a/body.txt"}]}"#,
        ])
        let api = try MockAPI { $0.answersPath = folder.path("a") }
        for _ in 0..<2 {
            #expect(api.get("me").body == Array("me!".utf8) && api.get("you").body == Array("hi".utf8))
            api.reset()
        }
        let error = #expect(throws: MockServerError.self) { try MockAPI { $0.answersPath = folder.path("bad") } }
        #expect(error?.description.contains("there is no file “../a/body.txt”") == true)
        #expect(throws: MockServerError.self) { try MockAPI { $0.answersPath = folder.path("none") } }
    }
}

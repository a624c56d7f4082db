import TestSupport
import Testing

@testable import FeedMock

@Suite struct FaultRuleTests {
    @Test(
        "a rule reads as it was meant",
        arguments: [
            ("photos:503", FaultRule("photos", .status(503))),
            ("photos:503*2", FaultRule("photos", .status(503), times: 2)),
            ("articles:429,retry-after=30*all", FaultRule("articles", .status(429, retryAfter: 30), times: nil)),
            ("photos?page=3:truncate", FaultRule("photos", query: ["page": "3"], .truncate)),
            ("*:reset%10", FaultRule(nil, .reset, times: nil, probability: 0.1)),
            ("ads:stall=0.5*3%50", FaultRule("ads", .stall(seconds: 0.5), times: 3, probability: 0.5)),
            ("photos:drip=2", FaultRule("photos", .drip(seconds: 2))),
            ("/api/mock/v1/gourmet/photos:html", FaultRule("/api/mock/v1/gourmet/photos", .html)),
            ("photos:garbage", FaultRule("photos", .garbage)), ("photos:blank", FaultRule("photos", .blank)),
            ("photos:empty", FaultRule("photos", .empty)),
            ("photos:down", FaultRule("photos", .down, times: nil)), ("photos:down*1", FaultRule("photos", .down)),
            ("photos:down*2", FaultRule("photos", .down, times: 2)),
            ("photos?q=a%26b%3A%25%2A%2B+é:503", FaultRule("photos", query: ["q": "a&b:%*+ é"], .status(503))),
        ])
    func parsing(text: String, rule: FaultRule) throws {
        #expect(try FaultRule(parsing: text) == rule)
        #expect(try FaultRule(parsing: rule.description) == rule, "\(rule)")
    }

    @Test(
        "what cannot be read is named",
        arguments: [
            ("photos", FaultSyntaxError.noFault("photos")), (":503", .noPath), ("photos:", .unknownFault("")),
            ("photos:200", .unknownFault("200")), ("photos:600", .unknownFault("600")),
            ("photos:boom", .unknownFault("boom")),
            ("photos:503,x=1", .unknownFault("503,x=1")), ("photos:503,retry-after=soon", .badSeconds("soon")),
            ("photos:503*0", .badTimes("0")), ("photos:503*x", .badTimes("x")), ("photos:503%101", .badPercent("101")),
            ("photos:503%", .badPercent("")), ("photos:stall", .unknownFault("stall")),
            ("photos:stall=-1", .badSeconds("-1")),
            ("photos:stall=nan", .badSeconds("nan")), ("photos:stall=1e9", .badSeconds("1e9")),
            ("photos:bandwidth=0", .badBytes("0")), ("photos:cut=x", .badBytes("x")),
        ])
    func errors(text: String, error: FaultSyntaxError) {
        #expect(throws: error) { try FaultRule(parsing: text) }
        #expect(!error.description.isEmpty && error.code.hasPrefix("fault_"))
    }

    @Test("no text makes it trap", arguments: SeededGenerator.seeds(300))
    func fuzz(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("photos:*%=,?&503stall-retry.é/ \n")
        let text = String(
            (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in alphabet.randomElement(using: &generator)
            })
        if let rule = try? FaultRule(parsing: text) {
            #expect(rule.probability >= 0 && rule.probability <= 1, "seed \(seed): \(text)")
        }
    }

    @Test("every kind that is listed for people is read, and every kind there is is listed")
    func syntax() throws {
        let kinds = Fault.syntax.replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
        let texts = kinds.map { $0.replacing("SECONDS", with: "5").replacing("BYTES", with: "9") }
        for text in texts where !text.hasPrefix("400") {
            #expect(throws: Never.self) { try FaultRule(parsing: "photos:\(text)") }
        }
        let all: [Fault] =
            [
                .reset, .empty, .truncate, .blank, .garbage, .html, .stall(seconds: 5), .drip(seconds: 5),
                .down, .skew(seconds: 5), .bandwidth(bytesPerSecond: 9), .cut(bytes: 9),
            ] + FeedFault.allCases.map(Fault.feed)
        #expect(Set(texts.filter { !$0.hasPrefix("400") }) == Set(all.map(\.description)))
        #expect(Fault.syntax.hasPrefix("400 to 599 (with ,retry-after=SECONDS), "))
    }
}

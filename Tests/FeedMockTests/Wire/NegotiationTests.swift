import HTTPTypes
import Testing

@testable import FeedMock

@Suite struct NegotiationTests {
    private let content = Answer.json(bytes: [UInt8](repeating: 0x20, count: 5_000))

    @Test(
        "gzip is used where it is accepted and worth it",
        arguments: [
            ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true), ("GZIP", true), ("gzip;q=0", false),
            ("*;q=0, gzip", true), ("identity", false), ("gzip;q=0, *", false),
        ])
    func gzip(accepted: String, isPacked: Bool) throws {
        let answer = content.negotiated(for: MockRequest(.get, "/", headers: [.acceptEncoding: accepted]))
        #expect((answer.headers[.contentEncoding] == "gzip") == isPacked)
        let body = isPacked ? try Gzip.unpack(answer.body, limit: 10_000).get() : answer.body
        #expect(body == content.body)
    }

    @Test("a short body is not packed")
    func short() {
        let answer = Answer.json(bytes: Array("[]".utf8))
            .negotiated(for: MockRequest(.get, "/", headers: [.acceptEncoding: "gzip"]))
        #expect(answer.headers[.contentEncoding] == nil)
    }

    @Test("either form's validator gives 304, and another one does not")
    func validators() throws {
        let plain = content.negotiated(for: MockRequest(.get, "/"))
        let packed = content.negotiated(for: MockRequest(.get, "/", headers: [.acceptEncoding: "gzip"]))
        let (plainTag, packedTag) = (try #require(plain.headers[.eTag]), try #require(packed.headers[.eTag]))
        #expect(plainTag != packedTag && plainTag.hasPrefix("\"") && plainTag.hasSuffix("\""))
        for field in [plainTag, packedTag, "\"x\", W/\(plainTag)", "*"] {
            let answer = content.negotiated(for: MockRequest(.get, "/", headers: [.ifNoneMatch: field]))
            #expect(answer.status == .notModified && answer.body.isEmpty, "\(field)")
            #expect(answer.headers[.eTag] == plainTag)
        }
        let other = content.negotiated(for: MockRequest(.get, "/", headers: [.ifNoneMatch: "\"x\", \"y\""]))
        #expect(other.status == .ok)
    }
}

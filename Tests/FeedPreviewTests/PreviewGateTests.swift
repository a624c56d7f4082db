import FeedModel
import HTTPTypes
import Testing

@testable import FeedPreview
@testable import LocalServer

@Suite("The secrets of a preview")
struct PreviewGateTests {
    private static let port = 4711
    private let path = "4a1f09c27be85d3660f2a9d41c7b8e35"
    private let token = "c3d28f14a60b97e5f8124d6c0e9a7b53"
    private let cookie = "0e6b59d7283fa4c1937df05a8c6e21b4"

    @Test("no other text of their length is taken for one of them, nor one that is shorter or longer")
    func guesses() {
        let gate = PreviewGate(path: path, token: token, cookie: cookie)
        for guess in guesses(of: path) {
            #expect(verdict(gate, "/\(guess)/feed", cookie: cookie) == .refused(.notFound), "\(guess)")
        }
        for guess in guesses(of: token) {
            #expect(verdict(gate, "/\(path)/?token=\(guess)") == .refused(.forbidden), "\(guess)")
        }
        for guess in guesses(of: cookie) {
            #expect(verdict(gate, "/\(path)/feed", cookie: guess) == .refused(.forbidden), "\(guess)")
        }
        #expect(verdict(gate, "/\(path)/?token=\(token)") == .opened)
        #expect(verdict(gate, "/\(path)/?token=\(token)") == .refused(.forbidden))
        let admitted = PreviewGate.Verdict.admitted(path: ["feed"], query: PreviewQuery(""))
        #expect(verdict(gate, "/\(path)/feed", cookie: cookie) == admitted)
    }

    /// One byte changed at each place to each digit, bytes exchanged, shorter, longer, and 4,000 of chance.
    private func guesses(of secret: String) -> [String] {
        let bytes = Array(secret.utf8)
        var guesses = ["", String(secret.dropLast()), String(secret.dropFirst()), secret + "0", secret + secret]
        for index in bytes.indices {
            for digit in "0123456789abcdef".utf8 where digit != bytes[index] {
                var changed = bytes
                changed[index] = digit
                guesses.append(String(decoding: changed, as: UTF8.self))
            }
            for other in bytes.indices where bytes[other] != bytes[index] {
                var changed = bytes
                changed.swapAt(index, other)
                guesses.append(String(decoding: changed, as: UTF8.self))
            }
        }
        var numbers = SplitMix64(seed: 32)
        guesses += (0..<4_000).map { _ in
            String((0..<bytes.count).map { _ in "0123456789abcdef".randomElement(using: &numbers) ?? "0" })
        }
        return guesses
    }

    private func verdict(_ gate: PreviewGate, _ target: String, cookie: String? = nil) -> PreviewGate.Verdict {
        let headers: HTTPFields = cookie.map { [.cookie: "preview=\($0)"] } ?? [:]
        let request = LocalRequest(
            method: .get, target: target, authority: "127.0.0.1:\(Self.port)", headers: headers, body: [], arrived: .now
        )
        return gate.verdict(of: request, port: Self.port)
    }
}

import FeedModel
import NIOSSL
import Testing

@testable import FeedMock

@Suite struct SigningKeyTests {
    private static let secret = bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.utf8.compactMap(\.hexadecimalDigit)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test(
        "The signatures of RFC 6979, section A.2.5",
        arguments: [
            (
                "sample", "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60",
                "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
                "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
            ),
            (
                "test", "D16B6AE827F17175E040871A1C7EC3500192C4C92677336EC2537ACAEE0008E0",
                "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
                "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
            ),
        ])
    func signatures(message: String, nonce: String, r: String, s: String) {
        let signature = SigningKey(secret: Self.secret).signature(for: Array(message.utf8), nonce: Self.bytes(nonce))
        let expected = [r, s].flatMap { DER.integer([0] + Self.bytes($0)) }
        #expect(signature == DER.sequence(expected))
    }

    @Test("The public point of RFC 6979, section A.2.5")
    func publicPoint() {
        let x = "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
        let y = "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
        #expect(SigningKey(secret: Self.secret).publicPoint == [0x04] + Self.bytes(x) + Self.bytes(y))
    }

    @Test("The last secret is the first one mirrored")
    func lastSecret() {
        let first = SigningKey(secret: [UInt8](repeating: 0, count: 31) + [1]).publicPoint
        let last = SigningKey(
            secret: Self.bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632550")
        ).publicPoint
        #expect(first.prefix(33) == last.prefix(33))
        #expect(first.suffix(32) != last.suffix(32))
    }

    @Test("TLS takes new keys, whose public points are those it computes itself")
    func newKeys() throws {
        for _ in 0..<8 {
            let made = try ServerCertificate(
                hosts: ["localhost"], now: Instant(seconds: 1_775_001_600), serial: 7, key: SigningKey())
            // It compares the key of the certificate with the one that belongs to the secret.
            #expect(throws: Never.self) { try NIOSSLContext(configuration: made.configuration) }
        }
    }
}

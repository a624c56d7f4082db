import Crypto
import Foundation
import GRDB

extension FeedReader {
    /// A digest of secrets that tells them apart and from which they cannot be read: HMAC-SHA-256 (RFC 2104) with this
    /// database's own random salt as its key, the first 16 bytes in hexadecimal digits.
    public func saltedDigest(of parts: [String]) throws -> String {
        let salt = try Data.fetchOne(db, sql: "SELECT salt FROM digest_salt WHERE id = 1") ?? Data()
        var code = HMAC<SHA256>(key: SymmetricKey(data: salt))
        for part in parts {
            // With its length, so that no two lists of parts run together.
            code.update(data: Data("\(part.utf8.count):\(part)".utf8))
        }
        return code.finalize().prefix(16).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// What the database calls a source: its name and, where the manifest names an account, a salted digest of that.
    /// Another account is another source.
    public func sourceName(_ name: String, account: String?) throws -> String {
        try account.map { "\(name)@\(try saltedDigest(of: [$0]))" } ?? name
    }
}

/// An item's payload with its detail: the list's bytes, and as their last member `detail` what a request of its own gave.
package enum ItemDetail {
    package static let member = "detail"
    private static let opening = Array("\"\(member)\":".utf8)
    private static let close = UInt8(ascii: "}")

    /// The payload as the list sent it.
    ///
    /// - Parameter count: how many bytes that had; nil: there is no detail in it.
    package static func list(of payload: ArraySlice<UInt8>, bytes count: Int?) -> ArraySlice<UInt8> {
        guard let count, count > 0, count <= payload.count else { return payload }
        return payload.prefix(count - 1) + [close]
    }

    package static func detail(of payload: ArraySlice<UInt8>, bytes count: Int?) -> ArraySlice<UInt8>? {
        guard let count, count > 0, count < payload.count else { return nil }
        // Of an empty object no comma is before it.
        let rest = payload.dropFirst(count - 1).drop { $0 == UInt8(ascii: ",") }
        return rest.starts(with: opening) ? rest.dropFirst(opening.count).dropLast() : nil
    }

    package static func hasList(
        _ list: ArraySlice<UInt8>, in payload: UnsafeBufferPointer<UInt8>, bytes count: Int
    ) -> Bool {
        guard list.count == count, count > 0, count <= payload.count, list.last == close else { return false }
        return payload.prefix(count - 1).elementsEqual(list.dropLast())
    }

    /// A list's payload with a detail as its last member.
    ///
    /// - Returns: nil where the payload is no object, or has a member of that name itself.
    package static func payload(_ list: ArraySlice<UInt8>, with detail: ArraySlice<UInt8>) -> [UInt8]? {
        guard list.first == UInt8(ascii: "{"), let document = try? JSONDocument(Array(list)) else { return nil }
        let members = document.members(of: document.root)
        guard !members.contains(where: { $0.key == member }) else { return nil }
        return list.dropLast() + (members.isEmpty ? [] : [UInt8(ascii: ",")]) + opening + detail + [close]
    }
}

package struct FoundDetail: Sendable {
    package let bytes: ArraySlice<UInt8>
    /// The version in it, in the server's words.
    package let version: String?
    package var validator = Validator(etag: nil, lastModified: nil)
    /// The URL that the validator is good for.
    package var answeredBy: String?

    package init(_ bytes: ArraySlice<UInt8>, version: String?) { (self.bytes, self.version) = (bytes, version) }
}

import FeedModel
import Foundation

/// Header fields in their order. Names compare without regard to case (RFC 9110 §5.1).
package struct HeaderFields: Equatable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        /// The value without space around it.
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// A field as it came, maybe with space around its value (RFC 9110 §5.5).
        init(name: String, read value: String) {
            self.init(name: name, value: String(decoding: URLText.trimming(value.utf8), as: UTF8.self))
        }
    }

    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    package subscript(name: String) -> String? {
        fields.first { Self.areEqual($0.name, name) }?.value
    }

    package func all(_ name: String) -> [String] {
        fields.filter { Self.areEqual($0.name, name) }.map(\.value)
    }

    package mutating func set(_ name: String, to value: String) {
        fields.removeAll { Self.areEqual($0.name, name) }
        fields.append(Field(name: name, value: value))
    }

    package mutating func addMissing(_ others: HeaderFields) {
        for field in others.fields where self[field.name] == nil {
            fields.append(field)
        }
    }

    /// The value of `Authorization` for HTTP Basic (RFC 7617).
    static func basic(user: String, password: String) -> String {
        "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
    }

    static let contentRange = "Content-Range"

    /// The range and the length of the list (`items 0-9/25`) where `Content-Range` counts other things than bytes.
    var itemRange: String? {
        self[Self.contentRange].flatMap { $0.lowercased().hasPrefix("bytes") ? nil : $0 }
    }

    package static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) { $0 == $1 || $0.isLetter && $0 ^ $1 == 0x20 }
    }

    /// Whether the text can name a field: a token (RFC 9110 §5.6.2).
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }

    /// Whether the text can be a field's value: no line break, no other control character but the tab.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0, value: $1) })
    }
}

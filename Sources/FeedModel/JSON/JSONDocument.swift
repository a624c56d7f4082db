/// A JSON text that was checked once, and access to its values in place.
///
/// Values are ranges of `bytes`, so what is taken out of it is byte for byte what was put in: key order, spacing,
/// number spelling and repeated keys included. Nothing is parsed ahead and nothing is kept; each call reads the
/// bytes of its value. A range that is no value of this document gives nothing, or nonsense, but
/// no trap.
package struct JSONDocument: Sendable {
    package let bytes: [UInt8]
    /// The one value of the text, without the white space (and byte order mark) around it.
    package let root: Range<Int>

    package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        root = try Self.validate(bytes)
        self.bytes = bytes
    }

    package init<Failure: Error>(_ bytes: [UInt8], orThrow failure: (JSONSyntaxError) -> Failure) throws(Failure) {
        do {
            try self.init(bytes)
        } catch {
            throw failure(error)
        }
    }

    /// Checks that `bytes` are one JSON text: RFC 8259 without exceptions, valid UTF-8, at most 512 levels deep, with
    /// an optional UTF-8 byte order mark.
    ///
    /// - Returns: the range of its value.
    @discardableResult
    package static func validate(_ bytes: [UInt8]) throws(JSONSyntaxError) -> Range<Int> {
        try JSONScanner.reading(bytes, in: 0..<bytes.count) { (scanner) throws(JSONSyntaxError) in
            try scanner.beginDocument()
            let start = scanner.cursor.position
            try scanner.skipValue()
            let end = scanner.cursor.position
            try scanner.endDocument()
            return start..<end
        }
    }

    /// The members of the object at `range` in source order, repeated keys included; none if it is no object.
    package func members(of range: Range<Int>) -> [(key: String, value: Range<Int>)] {
        bytes.withUnsafeBytes { text in
            JSONScan(.members, of: text, in: range).map { member in
                (JSONText(unescaping: bytes[member.key.range]).string, member.value)
            }
        }
    }

    /// The same by their names, of which the last of repeated ones counts; nil if it is no object.
    package func membersByName(of range: Range<Int>) -> [String: Range<Int>]? {
        guard scalar(at: range) == .object else { return nil }
        return Dictionary(members(of: range), uniquingKeysWith: { $1 })
    }

    /// Of each of these names the value of the last member in the object at `range` that has it; nil where none has.
    func values(of names: [StaticString], in range: Range<Int>) -> [Range<Int>?] {
        var places = [Range<Int>?](repeating: nil, count: names.count)
        bytes.withUnsafeBytes { text in
            for member in JSONScan(.members, of: text, in: range) {
                let key = JSONText(unescaping: bytes[member.key.range]).utf8
                for (index, name) in names.enumerated() where name.utf8CodeUnitCount == key.count {
                    if name.withUTF8Buffer(key.elementsEqual) { places[index] = member.value }
                }
            }
        }
        return places
    }

    /// The elements of the array at `range`; none if it is no array.
    package func elements(of range: Range<Int>) -> [Range<Int>] { Self.elements(of: range, in: bytes) }

    static func elements(of range: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBytes { JSONScan(.elements, of: $0, in: range).map(\.value) }
    }

    /// The value of the member of that name in the object at `range`; nil where there is none. The last of repeated
    /// names counts.
    static func member(_ name: String, of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        name.withBytes { name in
            bytes.withUnsafeBytes { bytes in
                let scan = JSONScan(.members, of: bytes, in: range)
                var place: Range<Int>?
                for member in scan where scan.matches(member, name) { place = member.value }
                return place
            }
        }
    }

    /// The value at a path from the value at `start`, which is the root if left out; `nil` if there is none. The
    /// last of repeated keys counts.
    package func value(at path: DottedPath, in start: Range<Int>? = nil) -> Range<Int>? {
        path.place(from: start ?? root, in: bytes)
    }

    /// The values at a path from the value at `start`, in order: `*` is each element of a list, and of a list at its end each
    /// element counts.
    package func values(at path: DottedPath, in start: Range<Int>? = nil) -> [Range<Int>] {
        guard let list = path.levels.first?.place(from: start ?? root, in: bytes) else { return [] }
        let places = path.levels.dropFirst().places(from: list, in: bytes)
        return places.flatMap { bytes[$0.lowerBound] == UInt8(ascii: "[") ? elements(of: $0) : [$0] }
    }

    /// The bytes of the text with values replaced, wherever they are; the rest stays byte for byte.
    ///
    /// - Parameter replacement: of the value at a range, with the names of the members that lead to it; nil leaves it,
    ///   and asks for what is inside.
    package func replacingValues(_ replacement: (Range<Int>, [String]) -> [UInt8]?) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        // Depth first, in the order of the text.
        var pending: [(range: Range<Int>, path: [String])] = [(root, [])]
        while let (range, path) = pending.popLast() {
            guard let bytes = replacement(range, path) else {
                let inside =
                    members(of: range).map { ($0.value, path + [$0.key]) } + elements(of: range).map { ($0, path) }
                pending += inside.reversed()
                continue
            }
            result += self.bytes[position..<range.lowerBound]
            result += bytes
            position = range.upperBound
        }
        return result + bytes[position...]
    }

    package func scalar(at range: Range<Int>) -> JSONScalar { JSONScalar(bytes: slice(range)) }

    package func scalar(at path: DottedPath) -> JSONScalar? { value(at: path).map { scalar(at: $0) } }

    /// The ID that the value at `range` is: a string that is not empty, or an integer as it was written. Nil for others,
    /// and for what `ItemRejection` refuses in the ID of an item: U+0000, half of a surrogate pair, too many bytes.
    package func identifier(at range: Range<Int>) -> String? {
        guard let id = scalar(at: range).identifier, id.utf8.count <= ItemRejection.maximumIDLength,
            !id.utf8.contains(0), !JSONText(quoted: slice(range)).hasUnpairedSurrogate
        else { return nil }
        return id
    }

    package func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range.clamped(to: 0..<bytes.count)] }

    /// An object of values of the document, each as it is there.
    package func object(_ members: [(key: String, value: Range<Int>)]) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in members {
                writer.key(name)
                writer.verbatim(slice(value))
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The number at `range` where it has no fraction (`3` and `3.0`, not `3.5`) and fits.
    package func wholeNumber(at range: Range<Int>) -> Int? {
        guard case .number(let text) = scalar(at: range) else { return nil }
        return Int(text) ?? Double(text).flatMap(Int.init(exactly:))
    }

    /// The number at `range` where a floating-point number can hold it.
    package func realNumber(at range: Range<Int>) -> Double? {
        guard case .number(let text) = scalar(at: range), let value = Double(text), value.isFinite else { return nil }
        return value
    }
}

package struct JSONSyntaxError: Error, Hashable, Sendable {
    package let reason: Reason
    /// The offset of the offending byte; the number of bytes if the text ended too early.
    package let offset: Int

    package enum Reason: String, Hashable, Sendable {
        case empty = "there is nothing but white space"
        case unexpectedEnd = "it ends in the middle of a value"
        case unexpectedByte = "a value, a comma or a closing bracket was expected"
        case invalidNumber = "a number is malformed"
        case invalidEscape = "a string holds an invalid escape"
        case controlCharacter = "a string holds an unescaped control character"
        case invalidUTF8 = "a string is not valid UTF-8"
        case tooDeep = "arrays and objects are nested more than 512 deep"
        case trailingBytes = "something follows the value"
        /// The caller stopped the reading. The text may be valid.
        case abandoned = "it was not read to its end"
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String { "not valid JSON: \(reason.rawValue) (at byte \(offset))" }
}

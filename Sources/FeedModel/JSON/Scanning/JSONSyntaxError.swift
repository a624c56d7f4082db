/// Why bytes are not JSON, and where the reading stopped.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// What is wrong.
    public let reason: Reason
    /// The offset of the offending byte; the number of bytes if the text ended too early.
    public let offset: Int

    /// The ways in which bytes fail to be JSON.
    public enum Reason: String, Hashable, Sendable {
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
    /// One line for people.
    public var description: String { "not valid JSON: \(reason.rawValue) (at byte \(offset))" }
}

import TerminalKit

/// What keys ask for: to move, to show or find something, and a text that is typed after `/`.
///
/// A pure value.
struct BrowseKeys {
    enum Command: Equatable {
        /// Moves, ends or draws anew.
        case key(TerminalKey)
        case open
        /// The text that is being typed is complete; empty: the one before.
        case find(String)
        case findNext(isForward: Bool)
        case showChanges
        case showKeys
        case sync
    }

    /// In bytes; the character that reaches it is taken whole. More is no text to look for.
    private static let longestText = 200

    /// What is typed so far, as bytes; nil while no text is typed.
    private var typed: [UInt8]?
    private var decoder = KeyDecoder()

    var text: String? { typed.map { String(decoding: $0, as: UTF8.self) } }

    /// Whether an ESC, or the beginning of a sequence, was the last that came.
    var isWaiting: Bool { decoder.isWaiting }

    mutating func take(_ bytes: [UInt8]) -> [Command] {
        decoder.presses(bytes).compactMap { press in
            switch press {
            case .key(let key): typed == nil ? .key(key) : nil
            case .byte(let byte): typed == nil ? command(byte) : type(byte)
            }
        }
    }

    /// Nothing more came: an ESC is a key by itself. It ends the typing of a text, or leaves.
    mutating func flush() -> [Command] {
        let keys = decoder.flush()
        guard typed == nil else {
            if !keys.isEmpty { typed = nil }
            return []
        }
        return keys.map(Command.key)
    }

    private mutating func command(_ byte: UInt8) -> Command? {
        switch byte {
        case 0x0A, 0x0D: return .open
        case UInt8(ascii: "n"): return .findNext(isForward: true)
        case UInt8(ascii: "N"): return .findNext(isForward: false)
        case UInt8(ascii: "d"): return .showChanges
        case UInt8(ascii: "s"): return .sync
        case UInt8(ascii: "?"): return .showKeys
        case UInt8(ascii: "/"):
            typed = []
            return nil
        default: return TerminalKey(byte).map(Command.key)
        }
    }

    private mutating func type(_ byte: UInt8) -> Command? {
        switch byte {
        case 0x0A, 0x0D:
            defer { typed = nil }
            return .find(text ?? "")
        case 0x03: typed = nil
        case 0x1A, 0x0C: return TerminalKey(byte).map(Command.key)
        case 0x08, 0x7F: erase()
        case 0x15: typed = []
        case 0x00..<0x20: break
        default:
            let isWithin = byte & 0xC0 == 0x80 && String(validating: typed ?? [], as: UTF8.self) == nil
            if typed?.count ?? 0 < Self.longestText + (isWithin ? 3 : 0) { typed?.append(byte) }
        }
        return nil
    }

    /// Takes the last character away; from an empty text, ends the typing.
    private mutating func erase() {
        guard var shown = text, !shown.isEmpty else { return typed = nil }
        shown.removeLast()
        typed = Array(shown.utf8)
    }

    static let help: [(name: String, value: String)] = [
        ("j k, arrows", "a row down or up"), ("space b, Page keys", "a page down or up"),
        ("g G, Home, End", "the first or the last row"), ("Enter", "the item and its history"),
        ("/", "finds a text in the values; n and N go on"), ("d", "what the last sync changed"),
        ("s", "syncs"), ("Ctrl-Z", "stops the program"), ("Ctrl-L", "draws the screen anew"),
        ("q, Esc", "leaves"),
    ]
}

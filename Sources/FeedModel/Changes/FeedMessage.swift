public import Foundation

/// One message of the change stream: the present state of one thing in the database, never a difference to an earlier one.
public struct FeedMessage: Equatable, Sendable {
    /// What a message is about.
    @nonexhaustive public enum Kind: String, CaseIterable, Sendable {
        /// The first message: who speaks, and whether a snapshot follows and why.
        case hello
        /// A source, or a collection of it, that was forgotten on request. A mirror drops what it holds of it with a lower
        /// `change`: all things of the collection and all events of the sections that the body names; without a collection all
        /// things and events of the source and account. Of an earlier snapshot, and of events, which have no number, what came
        /// before this message and has no later time goes.
        case forget
        /// An account of a source has another name from here on: a mirror gives it to all that it holds under the name that the
        /// body has as `from`.
        case rename
        /// An item, live or removed.
        case item
        /// How many pages a walk has read. With it and the places of the items the order of a list is known.
        case reach
        /// How the last attempt at a collection ended.
        case collection
        /// The server's arrangement of the screen.
        case sections
        /// A sync, when it begins and when it ends.
        case run
        /// Something that was set aside or refused.
        case problem
        case event
        /// What came so far belongs together: the token to go on after.
        case state
    }

    /// Where an item is in its list. Positions would change with every item that comes before it; this does not.
    ///
    /// The order is that of walks, the latest first, then of page numbers, parts and ranks. A page of the server belongs to
    /// the latest walk that has read as many pages as its number says.
    public struct Place: Equatable, Sendable {
        /// The walk that it stays in; nil on a page of the server.
        public let walk: Int64?
        /// The page's number.
        public let number: Int64
        /// The part of the page.
        public let part: Int64
        /// Its rank in the part.
        public let rank: Int64

        /// A place.
        public init(walk: Int64? = nil, number: Int64, part: Int64 = 0, rank: Int64 = 0) {
            (self.walk, self.number, self.part, self.rank) = (walk, number, part, rank)
        }
    }

    /// What it is about.
    public let kind: Kind
    /// The name of the database's content; copies of the file have the same.
    public let cache: String
    /// Counts the snapshots: what is of an older one when a snapshot is complete, is gone.
    public let snapshot: Int64
    /// The number of the transaction that brought this state; for one thing it only rises.
    public let change: Int64
    /// The source's name in the manifest; nil where the message is about the stream.
    public var source: String?
    /// What the account that the manifest names is called: a digest that is the same in each cache of the source; nil where the
    /// manifest names none.
    public var account: String?
    /// The collection's name in the manifest.
    public var collection: String?
    /// What the thing is called among those of its kind, source and collection; nil where there is only one.
    public var id: String?
    /// Of an item: whether it is in the list.
    public var isLive: Bool?
    /// Of an item: the server's version in its own words. Of an arrangement: its number.
    public var version: String?
    /// Of an item: a text that sorts by its bytes as versions do.
    public var versionOrder: String?
    /// Of an item that is not in the list: `tombstone` or `absent` where it was removed; `older` where it has fallen over the
    /// edge of a window, and may be on the server all the same.
    public var removedBy: String?
    /// Of a live item: where it is.
    public var place: Place?
    /// When it happened, in milliseconds since 1970.
    package var milliseconds: Int64?
    /// JSON on one line: the item as the server sent it, or what is known of another thing.
    package var bytes: [UInt8]?
    /// What to go on after; nil but at the end of what belongs together.
    public var token: String?
    /// Whether the reader now holds what the database holds.
    public var isComplete = false

    /// When it happened.
    public var time: Date? {
        get { milliseconds.map { Instant(millisecondsSince1970: $0).date } }
        set { milliseconds = newValue.map { Instant($0).millisecondsSince1970 } }
    }

    /// JSON on one line: the item as the server sent it, or what is known of another thing.
    public var body: Data? {
        get { bytes.map { Data($0) } }
        set { bytes = newValue.map { Array($0) } }
    }

    /// A message that says nothing yet but what it is about.
    public init(_ kind: Kind, cache: String, snapshot: Int64, change: Int64) {
        (self.kind, self.cache, self.snapshot, self.change) = (kind, cache, snapshot, change)
    }
}

extension FeedMessage.Place {
    /// Appends `[is_page, walk, number, part, rank]`.
    func append(to bytes: inout [UInt8]) {
        if let walk {
            bytes.append(literal: "[false,")
            bytes.append(digitsOf: walk)
        } else {
            bytes.append(literal: "[true,null")
        }
        for value in [number, part, rank] {
            bytes.append(UInt8(ascii: ","))
            bytes.append(digitsOf: value)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension ItemVersion {
    /// A text whose order by bytes is that of versions: empty for none, `1` and 39 digits of the integer plus 2¹²⁷, with the
    /// fraction after a point where there is one, `2` and the seconds since the year 0 and attoseconds of a date.
    package var sortedText: String {
        switch self {
        case .none: ""
        case .integer(let integer): Self.sortedText(of: integer)
        case .decimal(let number):
            Self.sortedText(of: number.floor) + "." + String(number.fraction).zeroPadded(to: 18)
        case .date(let instant):
            "2" + String(instant.seconds - Instant.earliest.seconds).zeroPadded(to: 12)
                + String(instant.attoseconds).zeroPadded(to: 18)
        }
    }

    /// `1` and the 39 digits. In three groups, since arithmetic is fast in 64 bits.
    private static func sortedText(of integer: Int128) -> String {
        String(unsafeUninitializedCapacity: 40) { text in
            text[0] = UInt8(ascii: "1")
            var rest = UInt128(bitPattern: integer) ^ (1 << 127)
            for start in [27, 14, 1] {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10_000_000_000_000)
                rest = quotient
                var group = UInt64(remainder)
                for index in (start..<start + 13).reversed() {
                    text[index] = UInt8(ascii: "0") + UInt8(group % 10)
                    group /= 10
                }
            }
            return 40
        }
    }
}

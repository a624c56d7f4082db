/// A way for a feed to be wrong that a connection cannot be: an answer that is well-formed and false.
///
/// The raw value is its name as text. All but ``duplicateSection`` are about lists.
@nonexhaustive public enum FeedFault: String, CaseIterable, Sendable {
    /// An item slides a page up: this page begins with the item after its first, which the page before did not have.
    case slide = "slide"
    /// The page has the ID of its first item twice.
    case duplicateID = "duplicate-id"
    /// Items have older versions than before, and other titles.
    case olderVersion = "older-version"
    /// `X-Total-Count` counts 1,000 items too many.
    case wrongTotal = "wrong-total"
    /// The page after this one is this one again: `Link` leads here, and every page is the first.
    case cursorLoop = "cursor-loop"
    /// The page has no items, and says that there are more.
    case emptyPage = "empty-page"
    /// A tombstone for an item that never was.
    case unknownTombstone = "unknown-tombstone"
    /// 304, whatever has changed and whether the client has a validator.
    case falseNotModified = "false-304"
    /// An ETag that is another each time, for equal bytes.
    case newETag = "new-etag"
    /// Every ID is another.
    case renamedIDs = "renamed-ids"
    /// The list of another account: other items, with other IDs.
    case otherAccount = "other-account"
    /// A section config in which two sections have one ID.
    case duplicateSection = "duplicate-section"
}

/// Something in the pages of a list that does not fit what the manifest says of it.
package struct Suspicion: Equatable, Sendable {
    /// What is suspicious; the names do not change.
    package enum Kind: String, CaseIterable, Sendable {
        case emptyList = "empty_list"
        case missingID = "missing_id"
        case duplicateIDs = "duplicate_ids"
        case missingVersion = "missing_version"
        case unreadableVersion = "unreadable_version"
        case mixedVersions = "mixed_versions"
        case allDeleted = "all_deleted"
        case unusedIgnore = "unused_ignore"
        case samePage = "same_page"
        case overlappingPages = "overlapping_pages"
        case fullPageWithoutNext = "full_page_without_next"
        case missingNext = "missing_next"
        case emptyPageWithNext = "empty_page_with_next"
        case shorterPages = "shorter_pages"
        case missingTotal = "missing_total"
        case moreThanTotal = "more_than_total"
        case otherTotal = "other_total"
    }

    /// What is suspicious.
    package let kind: Kind
    /// In a sentence for people.
    package let message: String
}

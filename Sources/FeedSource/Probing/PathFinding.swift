/// What a path of the manifest found on the pages of a probe.
package struct PathFinding: Equatable, Sendable {
    /// The key of the manifest: `id`, `paging.next`.
    package let key: String
    /// The path, or `header X-Total`.
    package let path: String
    /// In how many items, or pages, something is there.
    package let found: Int
    /// Of how many.
    package let total: Int
    /// A value or two that are there; nil where none are.
    package let sample: String?
}

import FeedSource
import FeedStore

/// Salted digests of the header values that are sent: answers under others are another list's.
struct HeaderDigests: Sendable {
    private let source: ResolvedSource
    /// Of the values that go with every request.
    let common: String
    /// Of collections with headers of their own, by their names.
    private let own: [String: String]

    init(_ source: ResolvedSource, in database: FeedDatabase) throws {
        self.source = source
        (common, own) = try database.read { snapshot in
            var own: [String: String] = [:]
            for spec in source.collections {
                own[spec.name] = try source.identifyingValues(of: spec).map(snapshot.saltedDigest)
            }
            return (try snapshot.saltedDigest(of: source.identifyingValues), own)
        }
    }

    /// The manifest and the header values that a collection is walked under: the part before the dot is the manifest's alone.
    func fingerprint(of spec: CollectionSpec) -> String {
        "\(spec.fingerprint(source: source)).\(own[spec.name] ?? common)"
    }
}

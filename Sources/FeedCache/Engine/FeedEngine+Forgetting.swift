import FeedSource
package import FeedStore

extension FeedEngine {
    package enum ForgottenPart: Equatable, Sendable {
        /// All of the source, of the account that it was opened for.
        case everything
        /// All of an account of the source, by its name or by what the change stream calls it.
        case account(String)
        /// One list, which the manifest may have no more.
        case collection(String)
    }

    /// Requests nothing. See `FeedDatabase.forget`.
    package func forget(
        _ part: ForgottenPart, losesEvents: Bool = false, isDryRun: Bool = false, lockWait: Duration = .zero
    ) async throws -> ForgetReport {
        // Before the lock, which makes a file.
        _ = try read { snapshot in try scope(of: part, in: snapshot) }
        return try await database.turn.run {
            let lock = try await takeLock(within: lockWait)
            defer { withExtendedLifetime(lock) {} }
            // Another process may have synced meanwhile.
            let target = try read { snapshot in try scope(of: part, in: snapshot) }
            let report = try database.forget(
                target, losesEvents: losesEvents, isDryRun: isDryRun, now: dependencies.now())
            if !isDryRun { try database.mendAssets() }
            return report
        }
    }

    private func scope(of part: ForgottenPart, in snapshot: FeedSnapshot) throws -> ForgetScope {
        let store = snapshot.reader.snapshot
        let own = try store.sourceName(manifest.source.name, account: account)
        switch part {
        case .everything: return ForgetScope(source: own)
        case .account(let name):
            let known = try store.accounts(of: manifest.source.name)
            let digest = try store.saltedDigest(of: [name])
            guard let account = known.first(where: { $0.digest == digest || $0.name == name }) else {
                throw UnknownNameError(kind: .account, name: name, known: known.map(\.name))
            }
            return ForgetScope(source: "\(manifest.source.name)@\(account.digest)")
        case .collection(let name):
            let known = try snapshot.reader.collectionNames()
            guard known.contains(name) else {
                throw UnknownNameError(kind: .storedCollection, name: name, known: known)
            }
            let sections = Dictionary(grouping: try snapshot.sections()) { $0.collection == name }
                .mapValues { Set($0.map(\.id)) }
            // The section that a collection has where the server arranges nothing.
            return ForgetScope(
                source: own, collection: name, sections: (sections[true] ?? []).union([name]),
                otherSections: sections[false] ?? [])
        }
    }
}

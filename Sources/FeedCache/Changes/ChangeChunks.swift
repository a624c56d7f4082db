package import FeedModel
package import FeedStore
import Foundation

/// The change stream in chunks, as they are read; see `ChangeReader` for the laws.
///
/// It ends with the first chunk that is complete, or goes on with every commit, of whatever process.
package struct ChangeChunks: AsyncSequence, Sendable {
    let cache: FeedEngine
    let token: ChangeToken?
    let isEndless: Bool
    let limits: ChangeReader.Limits
    let commits: Commits

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: ChangeChunks
        private var reader: ChangeReader?
        private var commits: Commits.AsyncIterator
        private var isComplete = false

        fileprivate init(sequence: ChangeChunks) {
            self.sequence = sequence
            commits = sequence.commits.makeAsyncIterator()
        }

        /// The next chunk; nil where the reader has everything and does not wait for more.
        package mutating func next() async throws -> ChangeReader.Chunk? {
            while true {
                try Task.checkCancellation()
                if isComplete {
                    guard sequence.isEndless else { return nil }
                    _ = try await commits.next()
                }
                let chunk = try await sequence.cache.gate.runWhenOpen { try read() }
                isComplete = chunk.isComplete
                if !chunk.isEmpty { return chunk }
            }
        }

        private mutating func read() throws -> ChangeReader.Chunk {
            var next = try reader ?? begin()
            let chunk = try next.next(sequence.limits)
            reader = next
            return chunk
        }

        private func begin() throws -> ChangeReader {
            let cache = sequence.cache
            try cache.database.prepareForChanges()
            return ChangeReader(
                cache.database, after: sequence.token, program: "feedcache \(feedcacheVersion)",
                host: ProcessInfo.processInfo.hostName, now: cache.dependencies.now)
        }
    }
}

extension FeedEngine {
    /// What has changed in the database since a token, of all its sources.
    ///
    /// - Parameters:
    ///   - token: what the reader has; nil for everything.
    ///   - isEndless: whether it goes on with what is written later.
    ///   - limits: how much a chunk holds.
    ///   - interval: the time between two looks for new commits, 1 ms or more.
    ///   - pause: waits that long, or throws. A test brings one that takes no time.
    package func changeStream(
        after token: ChangeToken? = nil, isEndless: Bool = false, limits: ChangeReader.Limits = ChangeReader.Limits(),
        every interval: Duration = .milliseconds(250),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> ChangeChunks {
        ChangeChunks(
            cache: self, token: token, isEndless: isEndless, limits: limits,
            commits: commits(every: interval, pause: pause))
    }

    /// Gives the cache another name in the change stream, as a copy needs it that goes its own way.
    ///
    /// - Returns: the name.
    /// - Throws: `ChangeStreamError.noCache`; `StoreError`.
    package func renameCache() throws -> String {
        try database.renameCache()
    }
}

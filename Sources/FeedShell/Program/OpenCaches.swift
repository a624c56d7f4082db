import FeedCache
import FeedSource
import FeedStore
import Synchronization

/// The manifests and caches that a session has in use, the one used last at the end. The lock guards both.
///
/// A manifest is read again when its file has changed, a cache opened again when its manifest has. Those not used for
/// the longest time are let go.
final class OpenCaches: Sendable {
    private static let most = 4

    private struct LoadedManifest {
        /// Nil for the built-in one.
        let path: String?
        let stamp: FileStamp?
        let manifest: Manifest
    }

    private struct OpenCache {
        let name: String
        let cache: FeedEngine
        /// Nil while there is none.
        var file: FileIdentity?
    }

    private let manifests = Mutex<[LoadedManifest]>([])
    private let caches = Mutex<[OpenCache]>([])
    let dependencies: @Sendable (Manifest) -> Dependencies

    init(dependencies: @escaping @Sendable (Manifest) -> Dependencies) {
        self.dependencies = dependencies
    }

    /// The manifest in the file at `path`; nil: the built-in one.
    func manifest(at path: String?) throws -> Manifest {
        // Taken before the file is read: what changes meanwhile is read again next time.
        let stamp = path.flatMap(FileStamp.init(path:))
        return try manifests.withLock { manifests in
            let known = manifests.firstIndex { $0.path == path }.map { manifests.remove(at: $0) }
            if let known, path == nil || stamp != nil && stamp == known.stamp {
                manifests.append(known)
                return known.manifest
            }
            let manifest = try path.map(Manifest.load(path:)) ?? Manifest.gourmet()
            manifests = manifests.suffix(Self.most - 1)
            manifests.append(LoadedManifest(path: path, stamp: stamp, manifest: manifest))
            return manifest
        }
    }

    /// Closes all caches, at the end of the process: what is only let go may be closed too late.
    func close() {
        let open = caches.withLock { caches in
            defer { caches = [] }
            return caches
        }
        for one in open { one.cache.close() }
    }

    /// The cache of that manifest in that database, and whether its database is another file than the one that was in
    /// use until now.
    func cache(of manifest: Manifest, at databasePath: String) throws -> (cache: FeedEngine, isReplaced: Bool) {
        try caches.withLock { caches in
            let file = FileIdentity(path: databasePath)
            // What was open under this name is of no use any more, with whatever manifest.
            let isStale: (OpenCache) -> Bool = { open in
                open.name == databasePath && (open.file != nil && open.file != file || !open.cache.database.isInPlace)
            }
            let isReplaced = caches.contains(where: isStale)
            caches.removeAll(where: isStale)
            let known = caches.firstIndex { $0.name == databasePath && $0.cache.manifest == manifest }
            var open =
                try known.map { caches.remove(at: $0) }
                ?? OpenCache(
                    name: databasePath,
                    cache: FeedEngine(
                        manifest: manifest, databasePath: databasePath, dependencies: dependencies(manifest)),
                    file: nil)
            open.file = FileIdentity(path: databasePath)
            caches = caches.suffix(Self.most - 1)
            caches.append(open)
            return (open.cache, isReplaced)
        }
    }
}

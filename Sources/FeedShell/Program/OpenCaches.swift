import FeedCache
import Synchronization

/// The manifests and caches that a session has in use, the one used last at the end. The lock guards both.
///
/// A manifest is read again when its file has changed, a cache opened again when its manifest has. Those not used for
/// the longest time are let go.
final class OpenCaches: Sendable {
    /// How many are kept of each.
    private static let most = 4

    private struct LoadedManifest {
        /// Nil for the built-in one.
        let path: String?
        let stamp: FileStamp?
        let manifest: Manifest
    }

    private let manifests = Mutex<[LoadedManifest]>([])
    private let caches = Mutex<[FeedCache]>([])

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

    /// The cache of that manifest in that database.
    func cache(of manifest: Manifest, at databasePath: String) throws -> FeedCache {
        try caches.withLock { caches in
            let known = caches.firstIndex { $0.databasePath == databasePath && $0.manifest == manifest }
            let cache =
                try known.map { caches.remove(at: $0) }
                ?? FeedCache(manifest: manifest, databasePath: databasePath)
            caches = caches.suffix(Self.most - 1)
            caches.append(cache)
            return cache
        }
    }
}

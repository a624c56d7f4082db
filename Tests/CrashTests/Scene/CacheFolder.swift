import Foundation

/// A database, the manifest of a mock API, and what programs that use them say: a folder that is thrown away.
struct CacheFolder: Sendable {
    /// Items on a page, so that half a page shows in a count.
    static let pageSize = 20
    /// The collections, one for each way to page that the mock API has.
    static let collections = ["photos", "articles", "keywords"]

    private let folder: URL

    init(baseURL: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: databaseFolder, withIntermediateDirectories: true)
        try Self.manifest(baseURL: baseURL).write(to: manifest, atomically: true, encoding: .utf8)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: Files

    private var databaseFolder: URL { folder.appending(path: "data") }
    var manifest: URL { folder.appending(path: "feed.toml") }
    var database: String { databaseFolder.appending(path: "feed.db").path }

    /// A path for a file of a test's own.
    func path(_ name: String) -> String {
        folder.appending(path: name).path
    }

    /// Puts copies of another folder's database files into this one: what a crash left, or what a sync starts from.
    func takeDatabase(of other: CacheFolder, isSharedMemoryLost: Bool = false) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: other.databaseFolder.path) {
            if isSharedMemoryLost, name.hasSuffix("-shm") { continue }
            try files.copyItem(at: other.databaseFolder.appending(path: name), to: databaseFolder.appending(path: name))
        }
    }

    /// The names of the database's file and of what is beside it.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: databaseFolder.path).sorted() }
    }

    func removeDatabase() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: databaseFolder.path) {
            try FileManager.default.removeItem(at: databaseFolder.appending(path: name))
        }
    }

    // MARK: Programs

    /// Starts a command on the database.
    ///
    /// - Parameters:
    ///   - database: another database than the folder's.
    ///   - variables: what the environment has besides.
    func start(
        _ words: String..., database: String? = nil, input: String? = nil, variables: [String: String] = [:]
    ) throws -> RunningProgram {
        try start(words, database: database, input: input, variables: variables)
    }

    /// Starts a command whose words stand in a list.
    func start(
        _ words: [String], database: String? = nil, input: String? = nil, variables: [String: String] = [:]
    ) throws -> RunningProgram {
        let environment = environment(database: database).merging(variables) { $1 }
        return try RunningProgram(words, environment: environment, input: input, folder: folder)
    }

    /// The environment of a program on the database.
    func environment(database: String? = nil) -> [String: String] {
        var environment = [
            "FEEDCACHE_DB": database ?? self.database, "FEEDCACHE_SOURCE": manifest.path, "HOME": folder.path,
            "LC_ALL": "C.UTF-8",
        ]
        // Where the Swift runtime is found on machines that have it in an unusual place.
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return environment
    }

    /// Runs lines in one REPL.
    func runLines(_ lines: [String], variables: [String: String] = [:]) async throws -> ProgramResult {
        try await start("repl", input: lines.map { $0 + "\n" }.joined(), variables: variables).result
    }

    private static func manifest(baseURL: String) -> String {
        """
        [source]
        name = "gourmet"
        base_url = "\(baseURL)"
        timeout_ms = 60000
        retry = { attempts = 1 }
        assets_ahead = 3

        [sections]
        path = "sections"

        [events]
        path = "events"

        [[collections]]
        name = "photos"
        path = "photos"
        items = "0.photos"
        id = "id"
        version = "updated_at"
        deleted = "deleted"
        paging = { style = "page", size_param = "per_page", size = \(pageSize), has_next = "0.has_next_page" }
        assets = ["images.*.url"]

        [[collections]]
        name = "articles"
        path = "articles"
        items = ""
        id = "id"
        version = "updated_at"
        deleted = "deleted"
        paging = { style = "link", size_param = "per_page", size = \(pageSize) }
        detail = { path = "articles?ids={ids}", batch = 10 }

        [[collections]]
        name = "keywords"
        path = "keywords"
        items = ""
        id = "id"
        version = "updated_at"
        deleted = "deleted"
        paging = { style = "link", size_param = "per_page", size = \(pageSize) }

        """
    }
}

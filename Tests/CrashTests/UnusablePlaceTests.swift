import FeedMock
import Foundation
import Testing

@Suite("A place where no database can be", .timeLimit(.minutes(10)))
struct UnusablePlaceTests {
    /// Runs commands on a database at a path; each has to end with `code` and one line that names the path.
    private func expect(
        _ code: Int32, _ reason: String, at path: String, in folder: CacheFolder,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for command in ["sync", "status", "check"] {
            let result = try await folder.start(command, database: path).result
            #expect(result.ending == .exited(code), "\(command): \(result)", sourceLocation: sourceLocation)
            #expect(result.errorLines.count == 1, "\(command): \(result)", sourceLocation: sourceLocation)
            #expect(result.errors.contains(path), "\(command): \(result)", sourceLocation: sourceLocation)
            #expect(result.errors.contains(reason), "\(command): \(result)", sourceLocation: sourceLocation)
        }
    }

    private func withFolder(_ body: (CacheFolder) async throws -> Void) async throws {
        let folder = try CacheFolder(baseURL: "http://127.0.0.1:9")
        defer { folder.remove() }
        try await body(folder)
    }

    @Test("a folder is no file")
    func folder() async throws {
        try await withFolder { folder in
            let path = folder.path("folder.db")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try await expect(74, "no plain file", at: path, in: folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        }
    }

    @Test("a folder that is not there is not made, nor is one below a file")
    func missingFolder() async throws {
        try await withFolder { folder in
            try await expect(73, "No such file or directory", at: folder.path("not/there.db"), in: folder)
            try Data().write(to: URL(filePath: folder.path("file")))
            try await expect(73, "Not a directory", at: folder.path("file/feed.db"), in: folder)
        }
    }

    @Test("a link to nothing, as to a disk that is not mounted, is not followed")
    func brokenLink() async throws {
        try await withFolder { folder in
            let (path, target) = (folder.path("link.db"), folder.path("elsewhere.db"))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            try await expect(73, "a link to \(target), which does not exist", at: path, in: folder)
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    #if os(Linux)
        @Test("a file system that cannot be written to can be read")
        func readOnlyMedia() async throws {
            try await SyncScene.with(.olderWorld) { scene in
                try await scene.withFolder { folder in
                    let before = try await CacheContent(of: folder)
                    let variables = try DiskFaultLibrary.shared.get()
                        .environment(DiskFault(kind: .readOnly, call: 1), files: folder.database)
                    let content = try await CacheContent(of: folder, variables: variables)
                    #expect(content == before && content.count("photos") > 0)
                    let lines = ["check", "status", "sql 'SELECT count(*) FROM item'"]
                    let result = try await folder.runLines(lines, variables: variables)
                    #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(result)")
                    #expect(result.output.hasPrefix("all is well\n"), "\(result)")
                    #expect(try folder.names == ["feed.db", "feed.db-assets"])
                }
            }
        }

        @Test("a full disk can be read, also by the first one to read", arguments: [DiskFault.Kind.full, .broken])
        func fullDisk(kind: DiskFault.Kind) async throws {
            try await SyncScene.with(.olderWorld) { scene in
                try await scene.withFolder { folder in
                    let before = try await CacheContent(of: folder)
                    let variables = try DiskFaultLibrary.shared.get()
                        .environment(DiskFault(kind: kind, call: 1), files: folder.database)
                    #expect(try await CacheContent(of: folder, variables: variables) == before)
                }
            }
        }

        @Test(
            "a file system that cannot be written to gives one line; when it can, all is as it was",
            arguments: SyncScene.Start.allCases)
        func readOnly(start: SyncScene.Start) async throws {
            try await SyncScene.with(start) { scene in
                try await scene.forEach([DiskFault(kind: .readOnly, call: 1)]) { folder, fault, result in
                    #expect(result.ending == .exited(start == .nothing ? 73 : 74), "\(fault): \(result)")
                    #expect(
                        result.errorLines.count == 1 && result.errors.contains(folder.database), "\(fault): \(result)")
                }
            }
        }
    #endif
}

import FeedCache
import FeedStream
import Foundation
import TestSupport
import Testing

@Suite("A damaged file", .serialized, .timeLimit(.minutes(240)))
struct DamagedFileTests {
    private static let commands = [
        "status", "status --format prometheus", "runs", "problems", "sections", "sections --history", "items photos",
        "items photos --removed", "show photos 1", "export photos", "export articles --format csv", "feed",
        "feed --json",
        "ads", "explain photos 1", "events", "ctr", "ctr --by position", "diff", "diff 1 2", "changes",
        "changes --as reader",
        "consumers", "find a", "count photos", "facets photos", "tables", "schema", "sql select%20*%20from%20photos",
        "check",
        "tap photos 0", "scroll photos 2", "refresh photos", "more photos", "flush", "sync", "watch --count 1", "prune",
        "backup copy.db",
    ]

    @Test("ends each command with its code and no signal; what “check” calls well is synced; no backup is made of it")
    func codes() async throws {
        try await SyncScene.with(.olderWorld) { scene in
            try await SyncScene.sideBySide(Array(1...Soak.rounds(300, sample: 9))) { round in
                var generator = SeededGenerator(seed: UInt64(round))
                try await scene.withFolder { folder in
                    let damage = try FileDamage(to: folder.database, kind: round, using: &generator)
                    try await Self.run(Self.commands, in: folder, "round \(round), \(damage)")
                }
            }
        }
    }

    private static func run(_ commands: [String], in folder: CacheFolder, _ damage: String) async throws {
        var isWell = false
        for command in commands {
            let words = command.split(separator: " ").map {
                String($0).replacing("%20", with: " ").replacing("copy.db", with: folder.path("copy.db"))
            }
            let result = try await folder.start(words).result
            let comment: Comment = "\(damage), \(command): \(result)"
            // The damage may have taken the name that was asked for (66), or all items in which the text was (1).
            #expect((command.hasPrefix("find") ? [0, 1, 3, 65, 66] : [0, 3, 65, 66]).contains(result.code), comment)
            if result.code == 65, command != "check" { #expect(result.errorLines.count == 1, comment) }
            if command == "check" { isWell = result.code == 0 }
            if command == "sync" || command.hasPrefix("watch"), isWell { #expect(result.code == 0, comment) }
            if command.hasPrefix("backup") {
                let isThere = FileManager.default.fileExists(atPath: folder.path("copy.db"))
                #expect(isThere == (result.code == 0), comment)
                guard isThere else { continue }
                let check = try await folder.start("check", database: folder.path("copy.db")).result
                #expect(check.code == 0, comment)
            }
        }
    }

    @Test("is an error to an app, never the end of it")
    func library() async throws {
        try await SyncScene.with(.olderWorld) { scene in
            let manifest = try FeedManifest(
                source: .init(name: "gourmet", baseURL: scene.baseURL),
                collections: [
                    .init(
                        name: "photos", path: "photos", items: "0.photos", id: "id", version: "updated_at",
                        paging: .page(hasNext: "0.has_next_page"))
                ], sections: "sections")
            for round in 1...Soak.rounds(300, sample: 40) {
                var generator = SeededGenerator(seed: UInt64(round))
                try await scene.withFolder { folder in
                    let damage = try FileDamage(to: folder.database, kind: round, using: &generator)
                    for use in Self.uses {
                        do {
                            let repository = try await FeedRepository(
                                manifest: manifest, databaseURL: URL(filePath: folder.database))
                            try await use(repository)
                        } catch let error as FeedError {
                            let codes: [FeedError.Code] = [
                                .damagedDatabase, .foreignDatabase, .newerDatabase, .unknownName,
                                // The section config is stored as the server sent it.
                                .malformed,
                            ]
                            #expect(codes.contains(error.code), "round \(round), \(damage): \(error)")
                        }
                    }
                }
            }
        }
    }

    private static let uses: [@Sendable (FeedRepository) async throws -> Void] = [
        { _ = try await $0.screen() }, { _ = try await $0.items(in: "photos") }, { _ = try await $0.status() },
        { for try await _ in try $0.messages() {} }, { try await $0.tapFirstPhoto() },
        { try await $0.sync() }, { _ = try await $0.prune() },
    ]
}

extension FeedRepository {
    fileprivate func tapFirstPhoto() async throws {
        let screen = try await screen()
        if let row = screen["photos"]?.rowIDs.first { try await recordTap(row, on: screen) }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("A damaged file", .serialized, .timeLimit(.minutes(240)))
struct DamagedFileTests {
    private static let page = 4_096
    private static let commands = [
        "status", "runs", "problems", "sections", "items photos", "items photos --removed", "show photos 1",
        "export photos", "feed", "ads", "events", "ctr", "diff 1 2", "changes", "find a", "count photos", "check",
        "tap photos 0", "scroll photos 2", "sync", "backup copy.db",
    ]

    @Test("ends each command with its code and no signal; what “check” calls well is synced; no backup is made of it")
    func codes() async throws {
        try await SyncScene.with(.olderWorld) { scene in
            for round in 1...Soak.rounds(300, sample: 4) {
                var generator = SeededGenerator(seed: UInt64(round))
                try await scene.withFolder { folder in
                    var isWell = false
                    let damage = try Self.damage(folder.database, using: &generator)
                    for command in Self.commands {
                        let words = command.split(separator: " ").map(String.init)
                        let result = try await folder.start(words).result
                        let comment: Comment = "round \(round), \(damage), \(command): \(result)"
                        // 66: the damage took the name that was asked for.
                        #expect([0, 3, 65, 66].contains(result.code), comment)
                        if command == "check" { isWell = result.code == 0 }
                        if command == "sync", isWell { #expect(result.code == 0, comment) }
                        if command.hasPrefix("backup") {
                            let isThere = FileManager.default.fileExists(atPath: folder.path("copy.db"))
                            #expect(isThere == (result.code == 0), comment)
                        }
                    }
                }
            }
        }
    }

    /// Damages a file as disks and programs do.
    ///
    /// - Returns: what was done.
    private static func damage(_ path: String, using generator: inout SeededGenerator) throws -> String {
        let url = URL(filePath: path)
        var bytes = [UInt8](try Data(contentsOf: url))
        let pages = bytes.count / page
        func anyPage(_ generator: inout SeededGenerator) -> Range<Int> {
            let first = Int.random(in: 0..<pages, using: &generator) * page
            return first..<first + page
        }
        let (one, other) = (anyPage(&generator), anyPage(&generator))
        let kind = Int.random(in: 0..<6, using: &generator)
        switch kind {
        case 0:
            bytes[Int.random(in: bytes.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1:
            for _ in 0..<20 {
                bytes[Int.random(in: one, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        case 2:
            let kept = Array(bytes[one])
            bytes.replaceSubrange(one, with: bytes[other])
            bytes.replaceSubrange(other, with: kept)
        case 3: bytes.replaceSubrange(one, with: [UInt8](repeating: 0, count: page))
        case 4: bytes.replaceSubrange(one, with: bytes[other])
        default: bytes.removeSubrange(Int.random(in: bytes.indices, using: &generator)...)
        }
        try Data(bytes).write(to: url)
        return "kind \(kind) at \(one.lowerBound / page), \(other.lowerBound / page)"
    }
}

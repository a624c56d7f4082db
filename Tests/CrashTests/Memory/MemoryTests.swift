#if os(Linux)
    import FeedMock
    import TestSupport
    import Testing

    @Suite("The memory of a program that runs on", .serialized, .timeLimit(.minutes(240)))
    struct MemoryTests {
        /// Bytes that it may grow by, while caches fill: less than a leak of 5 KiB a sync comes to.
        private static let allowance = (Soak.isOn ? 1_024 : 512) * 1_024

        private static let commands = [
            "items photos --limit 3", "items photos --limit 2 --json", "items photos --limit 2 --format vertical",
            "show photos 1", "sections", "feed --limit 3", "scroll ranking 0", "ads", "explain ranking", "events",
            "ctr",
            "diff", "status", "runs --limit 3", "problems", "sql \"select count(*) from items\"",
            "export photos --format csv", "help", "help sync", "help items", "nonsense", "items nosuch",
            "items --limit x", "sql 'select nothing'", "# a comment",
        ]

        @Test("stays as it is over any number of commands")
        func commands() async throws {
            try await expectFlat(Self.commands, warmUp: 100, count: Soak.rounds(20_000, sample: 250))
        }

        @Test("stays as it is over any number of syncs")
        func syncs() async throws {
            try await expectFlat(["sync"], warmUp: 50, count: Soak.rounds(2_000, sample: 100))
        }

        @Test("stays as it is over any number of rounds of watch")
        func watch() async throws {
            try await expectFlat(["watch --count 1"], warmUp: 50, count: Soak.rounds(2_000, sample: 50))
        }

        private func expectFlat(_ lines: [String], warmUp: Int, count: Int) async throws {
            try await SyncScene.with(.olderWorld) { scene in
                try await scene.withFolder { folder in
                    let repl = try PipedREPL(in: folder)
                    try await repl.run(["sync"], count: 1)
                    let before = try await repl.run(lines, count: warmUp)
                    let growth = try await repl.run(lines, count: count) - before
                    print("\(count) times “\(lines[0])”…: \(before) bytes before, \(growth) more after")
                    #expect(growth <= Self.allowance, "bytes, over \(count) lines from \(before)")
                }
            }
        }
    }
#endif

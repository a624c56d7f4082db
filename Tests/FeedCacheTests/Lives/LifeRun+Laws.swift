import FeedCache
import Foundation

extension LifeRun {
    /// - Parameter step: nil: any.
    func check(after step: Life.Step?) async throws {
        for user in users {
            try await checkPrivacy(of: user)
            try ledger.check(of: user, at: server)
        }
        // What another process writes is seen after a quarter of a second.
        if case .otherSync = step { return }
        if !isSuspended { try await checkScreen() }
        if case .refused(let error) = model?.phase, error.code != .account {
            throw Broken(description: "the screen says \(error.code): \(error)")
        }
    }

    /// Law a: no byte of another account is readable.
    private func checkPrivacy(of user: String) async throws {
        let reader = try await connect(user)
        let mark = #""\#(LifeServer.mark(user))""#
        var payloads = try await reader.screen().sections.flatMap { [$0.payload] + $0.rows.map(\.payload) }
        for list: CollectionName in ["articles", "photos"] {
            payloads += try await reader.items(in: list).map(\.payload)
        }
        // A section that no server has sent has an empty one.
        if let stray = payloads.first(where: { $0 != "{}" && !$0.contains(mark) }) {
            throw Broken(description: "\(user) can read \(stray)")
        }
        await reader.close()
    }

    /// Law b: the screen is the cache once nothing is under way.
    private func checkScreen() async throws {
        guard let model else { return }
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let shown = model.sections.map(\.header)
            let windows = Dictionary(uniqueKeysWithValues: shown.map { ($0.id, 0..<max(4, $0.rows.count)) })
            let cached = try await repository().screen(windows: FeedWindows(0..<4, sections: windows)).sections
            let isSyncing = if case .syncing = model.phase { true } else { false }
            if shown == cached, !isSyncing { return }
            guard ContinuousClock.now < deadline else {
                let what = isSyncing ? "the phase stays syncing" : "the screen stays another than the cache"
                throw Broken(description: "\(what): \(Self.outline(shown)), cached \(Self.outline(cached))")
            }
            for _ in 0..<20 { await Task.yield() }
        }
    }

    private static func outline(_ sections: [FeedSection]) -> String {
        sections.map { "\($0.id) \($0.rows.map(\.id)) of \($0.rowCount)" }.joined(separator: "; ")
    }
}

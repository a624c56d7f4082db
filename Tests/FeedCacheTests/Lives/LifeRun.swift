import FeedMock
import FeedModel
import Foundation
import TestSupport

@testable import FeedCache

/// Lives a life on the app's side, and holds it against the laws after each step; see `LivesTests`.
@MainActor
final class LifeRun {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// What came of a call.
    enum Outcome: Equatable {
        case done
        case cancelled
        case refused(FeedError.Code)
    }

    private let life: Life
    private let manifest: FeedManifest
    private let folder: TemporaryFolder
    private let clock = StoppedClock()
    let server: LifeServer
    /// Whose caches there may be.
    private(set) var users: Set<String> = []
    /// Whose cache is on the screen.
    private(set) var account = Life.users[0]
    private var repositories: [String: FeedRepository] = [:]
    private(set) var model: FeedScreenModel?
    private var following: Task<Void, Never>?
    private(set) var isSuspended = false
    /// What began while the app was suspended.
    private var waiting: [Task<Void, Never>] = []
    var ledger = LifeLedger()

    private init(_ life: Life) throws {
        self.life = life
        manifest = try LifeServer.manifest()
        folder = try TemporaryFolder()
        server = try LifeServer(seed: life.seed)
    }

    /// - Returns: what law was broken, nil where all held.
    static func findFault(in life: Life) async -> String? {
        do {
            let run = try LifeRun(life)
            do { try await run.live() } catch {
                await run.end()
                throw error
            }
            await run.end()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func live() async throws {
        try await open(account)
        for (index, step) in life.steps.enumerated() {
            do {
                try await take(step)
                try await check(after: step)
            } catch {
                throw Broken(description: "step \(index), \(step): \(error)")
            }
        }
        do { try await settle() } catch { throw Broken(description: "in the end: \(error)") }
    }

    private func end() async {
        try? await resume()
        following?.cancel()
        await following?.value
        for repository in repositories.values { await repository.close() }
    }

    // MARK: The app

    func repository() throws -> FeedRepository {
        guard let repository = repositories[account] else { throw Broken(description: "no repository is open") }
        return repository
    }

    /// A repository of a user's cache.
    ///
    /// - Parameter variables: nil: those of who is signed in.
    func connect(
        _ user: String, variables: (@Sendable () async throws -> [String: String])? = nil
    ) async throws -> FeedRepository {
        try await FeedRepository(
            manifest: manifest, databaseURL: URL(filePath: folder.path("feed.db")), account: user,
            configuration: .init(transport: server, clock: clock, variables: variables ?? server.variables))
    }

    private func open(_ user: String) async throws {
        following?.cancel()
        await following?.value
        account = user
        users.insert(user)
        if repositories[user] == nil {
            let repository = try await connect(user)
            if isSuspended { await repository.suspend() }
            repositories[user] = repository
        }
        let model = FeedScreenModel(try repository(), step: 4)
        self.model = model
        following = Task { await model.run() }
    }

    private func resume() async throws {
        for repository in repositories.values { await repository.resume() }
        isSuspended = false
        for task in waiting { await task.value }
        waiting = []
    }

    /// Waits for what the model does, unless that waits for the app to go on.
    private func wait(for task: Task<Void, Never>?) async {
        guard let task else { return }
        if isSuspended { waiting.append(task) } else { await task.value }
    }

    // MARK: Steps

    private func take(_ step: Life.Step) async throws {
        switch step {
        case .signIn(let user): server.signIn(Life.users[user])
        case .open(let user):
            server.signIn(Life.users[user])
            try await open(Life.users[user])
        case .network(let isOn): server.isOnline = isOn
        case .serverMoves(let ticks): server.forEachMock { $0.clock.advance(by: ticks) }
        case .pass(let seconds): clock.step(by: seconds)
        case .fault(let text):
            let rule = try FaultRule(parsing: text)
            server.forEachMock { $0.faults.add(rule) }
        case .show(let section, let first, let count, let seconds):
            await show(section: section, first: first, count: count, for: seconds)
        case .tap(let section, let row):
            guard let id = self.row(row, of: section) else { return }
            await tap(id, shownBy: model?.sections ?? [])
        case .tapDuring(let call, let section, let row): try await tapDuring(call, section: section, row: row)
        case .call(let call):
            if isSuspended, call.isOfModel { return }
            try check(await outcome(of: call), of: call)
            if call == .pull, case .syncing = model?.phase { throw Broken(description: "the phase is still syncing") }
        case .together(let calls): try await together(calls)
        case .cancel(let call, let request): try await cancel(call, at: request)
        case .otherSync(let user): try await syncElsewhere(Life.users[user])
        case .reopen:
            try await resume()
            for repository in repositories.values { await repository.close() }
            repositories = [:]
            try await open(account)
        case .eraseOther(let losesEvents): try await eraseOther(losesEvents: losesEvents)
        case .erase: try await erase()
        case .suspend(let call, let request): try await suspend(during: call, at: request)
        case .resume: try await resume()
        }
    }

    private func row(_ row: Int, of section: Int) -> FeedRow.ID? {
        let sections = model?.sections.filter { !$0.rows.isEmpty } ?? []
        guard !sections.isEmpty else { return nil }
        let rows = sections[section % sections.count].rows
        return rows[row % rows.count].id
    }

    private func show(section: Int, first: Int, count: Int, for seconds: Double) async {
        guard let model, !model.sections.isEmpty else { return }
        let shown = model.sections[section % model.sections.count]
        let rows = shown.rows.dropFirst(first % max(1, shown.rows.count)).prefix(count)
        ledger.noteShown(rows.map { LifeEvent($0.id, of: shown) }, by: account)
        await wait(for: model.show(rows.map(\.id)))
        clock.step(by: seconds)
        await wait(for: model.show(rows.map(\.id)))
    }

    private func tap(_ row: FeedRow.ID, shownBy sections: [FeedScreenSection]) async {
        guard let section = sections.first(where: { $0.id == row.section }) else { return }
        ledger.noteTap(LifeEvent(row, of: section), by: account)
        await wait(for: model?.tap(row))
    }

    /// A person taps on a row as it was when the list moves under the finger.
    private func tapDuring(_ call: Life.Call, section: Int, row: Int) async throws {
        guard let model, let id = self.row(row, of: section), !isSuspended else { return }
        let shown = model.sections
        let caller = Task { await outcome(of: call) }
        var hasEnded = false
        let ending = Task { [caller] in
            _ = await caller.value
            hasEnded = true
        }
        while !hasEnded, model.sections == shown { await Task.yield() }
        let isThere = model.sections.contains { $0.rows.contains { $0.id == id } }
        await tap(id, shownBy: isThere ? model.sections : shown)
        await ending.value
        try check(await caller.value, of: call)
    }

    // MARK: Calls

    func outcome(of call: Life.Call) async -> Outcome {
        do {
            try await perform(call, repository())
            return .done
        } catch let error as FeedError {
            return .refused(error.code)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .refused(.malformed)
        }
    }

    private func perform(_ call: Life.Call, _ repository: FeedRepository) async throws {
        switch call {
        case .sync: try await repository.sync()
        case .fullSync: try await repository.sync(SyncOptions(isFull: true, ignoresWaits: true))
        case .youngSync: try await repository.sync(ifOlderThan: .seconds(60))
        case .refreshList: try await repository.refresh(in: "photos")
        case .moreOfList: try await repository.loadMore(in: "photos")
        case .deliver: try await repository.deliverEvents()
        case .prune: try await repository.prune()
        case .pull: await model?.refresh()
        case .more: await model?.loadMore(of: "photos")
        case .read: _ = try await repository.status()
        case .search: _ = try await repository.find(LifeServer.mark(account))
        case .dryRun: _ = try await repository.dryRun()
        }
    }

    /// Law d: what a call may end with.
    private func check(
        _ outcome: Outcome, of call: Life.Call, isCancelled: Bool = false, mayBeSuspended: Bool = false
    ) throws {
        switch outcome {
        case .done where !isSuspended || mayBeSuspended || call.isOfModel:
            guard call.asksForVariables, server.user != account else { return }
            throw Broken(description: "\(call) with the variables of \(server.user) was not refused")
        case .refused(.account) where call.asksForVariables && server.user != account: return
        case .refused(.suspended) where isSuspended: return
        case .cancelled where isCancelled: return
        default: throw Broken(description: "\(call) ended with \(outcome)")
        }
    }

    private func together(_ calls: [Life.Call]) async throws {
        let calls = calls.filter { !isSuspended || !$0.isOfModel }
        let tasks = calls.map { call in Task { await outcome(of: call) } }
        for (call, task) in zip(calls, tasks) { try check(await task.value, of: call) }
    }

    private func cancel(_ call: Life.Call, at request: Int) async throws {
        if isSuspended, call.isOfModel { return }
        let (cancelled, other) = (Task { await outcome(of: call) }, Task { await outcome(of: call) })
        server.atRequest(request) { cancelled.cancel() }
        try check(await cancelled.value, of: call, isCancelled: true)
        try check(await other.value, of: call)
        server.forgetPlan()
    }

    private func syncElsewhere(_ user: String) async throws {
        users.insert(user)
        let other = try await connect(user, variables: { LifeServer.variables(of: user) })
        do { try await other.sync() } catch { throw Broken(description: "a sync of another repository: \(error)") }
        await other.close()
    }

    // MARK: Erasing

    private func eraseOther(losesEvents: Bool) async throws {
        let other = Life.users.first { $0 != account } ?? ""
        do {
            try await repository().erase(account: other, losingEvents: losesEvents)
            if losesEvents { ledger.noteLoss(of: other, at: server) }
        } catch let error as FeedError {
            switch error.code {
            case .unknownName: break
            case .suspended where isSuspended: return
            case .waitingEvents where !losesEvents: return
            default: throw Broken(description: "\(error.code): \(error)")
            }
        }
        let reader = try await connect(other)
        let rows = try await reader.screen().sections.flatMap(\.rows)
        await reader.close()
        guard rows.isEmpty else { throw Broken(description: "\(other) still has \(rows.count) rows") }
    }

    private func erase() async throws {
        do {
            try await repository().erase()
        } catch let error as FeedError where error.code == .suspended && isSuspended {
            return
        }
        for user in Life.users { ledger.noteLoss(of: user, at: server) }
    }

    // MARK: Suspending

    private func suspend(during call: Life.Call, at request: Int) async throws {
        guard !isSuspended else { return }
        let (events, event) = AsyncStream<Void>.makeStream()
        var caller: Task<Outcome, Never>?
        if request > 0 {
            server.atRequest(request) { event.yield() }
            let task = Task { await outcome(of: call) }
            caller = task
            Task {
                _ = await task.value
                event.yield()
            }
            for await _ in events { break }
        }
        for repository in repositories.values { await repository.suspend() }
        isSuspended = true
        server.forgetPlan()
        if let caller {
            if call.isOfModel {
                waiting.append(Task { _ = await caller.value })
            } else {
                try check(await caller.value, of: call, mayBeSuspended: true)
            }
        }
        guard !SyncLock.isHeld(databasePath: folder.path("feed.db")) else {
            throw Broken(description: "the lock of a sync is held by a suspended app")
        }
        for call in Life.Call.allCases where !call.isOfModel { try check(await outcome(of: call), of: call) }
    }

    // MARK: The end

    /// All is well again: what is cached is what the server has, and what was tapped is there.
    private func settle() async throws {
        try await resume()
        server.isOnline = true
        server.forEachMock { $0.faults.clear() }
        for user in users.sorted() {
            server.signIn(user)
            try await open(user)
            for number in 1...2 {
                clock.step(by: 3_600)
                do { try await repository().sync(SyncOptions(allowsShrink: true, ignoresWaits: true)) } catch {
                    throw Broken(description: "sync \(number) of \(user): \(error)")
                }
            }
            try await check(after: nil)
            for other in Life.users where other != user {
                let hits = try await repository().find(LifeServer.mark(other))
                guard hits.isEmpty else { throw Broken(description: "\(user) finds \(hits[0].text)") }
            }
            let list = try await repository().items(in: "articles").map(\.key)
            guard let mock = server.mock(user), list == mock.world.ids(of: .articles, at: mock.clock.tick) else {
                throw Broken(description: "the articles of \(user) are \(list)")
            }
            guard try await repository().status().waitingEvents == 0 else {
                throw Broken(description: "events of \(user) still wait")
            }
            try ledger.checkArrived(of: user, at: server)
        }
    }
}

extension Life.Call {
    /// Whether it waits while the app is suspended.
    var isOfModel: Bool { self == .pull || self == .more }
}

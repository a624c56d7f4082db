import Testing

@testable import FeedModel

@Suite("Tasks that wait for a state")
struct WaitersTests {
    /// Begins to wait for a number of its own, once those before wait.
    private func wait(in waiters: Waiters<[Int]>, for number: Int) async -> Task<Bool, Never> {
        let asked = Waiters(false)
        let task = Task {
            await waiters.wait { numbers in
                defer { asked.change { $0 = true } }
                guard numbers.first == 0 || numbers.first == number else { return false }
                numbers.append(number)
                return true
            }
        }
        _ = await asked.wait { $0 }
        return task
    }

    @Test("go on in the order they came, each when its condition holds")
    func order() async {
        let waiters = Waiters([-1])
        var tasks: [Task<Bool, Never>] = []
        for number in 1...5 { tasks.append(await wait(in: waiters, for: number)) }
        waiters.change { $0[0] = 3 }
        #expect(await tasks.remove(at: 2).value)
        waiters.change { $0[0] = 0 }
        for task in tasks { #expect(await task.value) }
        #expect(waiters.read(\.self) == [0, 3, 1, 2, 4, 5])
    }

    @Test("are let go by a cancellation, before or while they wait, and take nothing then")
    func cancelled() async {
        let waiters = Waiters([-1])
        let (first, second) = (await wait(in: waiters, for: 1), await wait(in: waiters, for: 2))
        first.cancel()
        #expect(await first.value == false)
        waiters.change { $0[0] = 0 }
        #expect(await second.value)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return await waiters.wait { $0.append(3) == () }
        }
        late.cancel()
        #expect(await late.value == false)
        #expect(waiters.read(\.self) == [0, 2])
    }
}

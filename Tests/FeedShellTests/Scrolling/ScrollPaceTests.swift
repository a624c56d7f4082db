import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite struct ScrollPaceTests {
    /// Does what the pace asks for until it asks for nothing, on a section of 31 rows.
    private struct Section {
        var pace: ScrollPace
        var first = 0
        var height: Int
        var steps: [ScrollPace.Step] = []

        init(height: Int) {
            self.height = height
            pace = ScrollPace(height: height, now: .zero)
        }

        /// - Parameter lag: how long each step takes.
        mutating func settle(at start: Duration = .zero, lag: Duration = .zero) {
            var now = start
            // A pace that never comes to rest is a failure, not a test without an end.
            for _ in 0..<20 {
                guard let step = pace.next(at: now) else { return }
                now += lag
                finish(step, at: now)
            }
        }

        mutating func finish(_ step: ScrollPace.Step, at now: Duration = .zero) {
            steps.append(step)
            if case .move(let rows, let height) = step {
                self.height = height
                first = min(max(0, first + rows), max(0, 31 - height))
            }
            pace.finish(FakeScroll.view(first: first, height: height, of: 31), at: now)
        }

        mutating func press(_ keys: TerminalKey...) {
            for key in keys { pace.press(key) }
        }
    }

    private func section() -> Section {
        var section = Section(height: 10)
        section.settle()
        return section
    }

    @Test("It looks first, then does nothing")
    func look() {
        #expect(section().steps == [.move(by: 0, height: 10)])
    }

    @Test("Each key goes where it says, and no further than the section")
    func keys() {
        let ways: [([TerminalKey], Int)] = [
            ([.down], 1), ([.down, .down, .up], 1), ([.up], 0), ([.pageDown], 9), ([.pageDown, .pageUp], 0),
            ([.end], 21), ([.end, .down], 21), ([.end, .up], 20), ([.end, .home, .down], 1), ([.redraw], 0),
        ]
        for (keys, first) in ways {
            var section = section()
            for key in keys { section.press(key) }
            section.settle()
            #expect(section.first == first, "\(keys)")
            #expect(section.steps.count <= 2, "\(keys): one move")
        }
    }

    @Test("Keys pressed while a step is under way are one move afterwards")
    func coalescing() throws {
        var section = section()
        section.press(.down)
        let next = section.pace.next(at: .zero)
        let step = try #require(next)
        section.press(.down, .down, .pageDown)
        #expect(section.pace.next(at: .seconds(9)) == nil)
        section.finish(step)
        section.settle()
        #expect(section.steps.suffix(2) == [.move(by: 1, height: 10), .move(by: 11, height: 10)])
    }

    @Test("Time is reported about once a second, and the rest of it before a move")
    func time() {
        var section = section()
        section.settle(at: .milliseconds(900))
        #expect(section.steps.count == 1)
        section.settle(at: .milliseconds(1_100))
        section.press(.down)
        section.settle(at: .milliseconds(1_500))
        #expect(
            section.steps.dropFirst() == [
                .stay(.milliseconds(1_100)), .stay(.milliseconds(400)), .move(by: 1, height: 10),
            ])
    }

    @Test("A key that is taken back, and a look at the same rows, cost no time")
    func takenBack() throws {
        var section = section()
        section.press(.down)
        let next = section.pace.next(at: .milliseconds(300))
        section.press(.up)
        section.finish(try #require(next), at: .milliseconds(300))
        section.settle(at: .milliseconds(800))
        section.pace.lookAgain()
        section.settle(at: .milliseconds(900))
        section.settle(at: .milliseconds(1_300))
        #expect(
            section.steps.dropFirst() == [.stay(.milliseconds(300)), .move(by: 0, height: 10), .stay(.seconds(1))])
    }

    @Test("Steps that take their time end in a move all the same")
    func slowSteps() {
        var section = section()
        section.press(.down)
        section.settle(at: .seconds(2), lag: .milliseconds(600))
        #expect(section.steps.dropFirst() == [.stay(.seconds(2)), .move(by: 1, height: 10)])
        section.press(.end)
        section.settle(at: .seconds(9), lag: .milliseconds(900))
        #expect(section.first == 21 && section.steps.count == 5)
    }

    @Test("Time during a move counts for no row, nor does time in which the program was stopped")
    func lostTime() throws {
        var section = section()
        section.press(.down)
        let next = section.pace.next(at: .zero)
        let move = try #require(next)
        section.finish(move, at: .seconds(5))
        section.pace.resume(at: .seconds(60))
        section.settle(at: .milliseconds(61_500))
        #expect(section.steps.last == .stay(.milliseconds(1_500)))
    }

    @Test("A window of another height is looked at anew; the same one is not")
    func resizing() {
        var section = section()
        section.pace.resize(height: 10)
        section.settle()
        section.pace.resize(height: 4)
        section.press(.end)
        section.settle()
        #expect(section.steps.dropFirst() == [.move(by: 0, height: 4), .move(by: 27, height: 4)])
    }

    @Test("A move that is let go is followed by a look, and keys go on from there")
    func lettingGo() throws {
        var section = section()
        section.press(.pageDown)
        let next = section.pace.next(at: .zero)
        let slow = try #require(next)
        #expect(slow == .move(by: 9, height: 10))
        section.first = 9
        section.pace.letGo()
        section.press(.down)
        section.settle(at: .seconds(3))
        #expect(
            section.first == 10 && section.steps.dropFirst() == [.move(by: 0, height: 10), .move(by: 1, height: 10)])
        section.pace.lookAgain()
        section.settle(at: .seconds(3))
        #expect(section.steps.last == .move(by: 0, height: 10))
    }

    @Test(
        "Whatever is pressed and however long steps take, it comes to rest where the keys lead",
        arguments: SeededGenerator.seeds(200))
    func rest(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var section = section()
        var expected = 0
        var now = Duration.zero
        for _ in 0..<40 {
            now += .milliseconds(Int.random(in: 0...700, using: &generator))
            let step = section.pace.next(at: now)
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let keys: [(TerminalKey, Int)] = [
                    (.up, -1), (.down, 1), (.pageUp, -9), (.pageDown, 9), (.home, -99), (.end, 99),
                ]
                guard let (key, rows) = keys.randomElement(using: &generator) else { continue }
                section.press(key)
                expected = min(max(0, expected + rows), 21)
            }
            if let step { section.finish(step, at: now) }
        }
        section.settle(at: now, lag: .milliseconds(Int.random(in: 0...900, using: &generator)))
        #expect(section.first == expected, "seed \(seed)")
        let reported = section.steps.reduce(Duration.zero) { if case .stay(let time) = $1 { $0 + time } else { $0 } }
        #expect(reported <= now, "seed \(seed)")
    }
}

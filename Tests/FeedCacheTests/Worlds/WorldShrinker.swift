/// Makes a failing history shorter while it still fails: steps go in ever smaller pieces (Zeller and Hildebrandt,
/// “Simplifying and Isolating Failure-Inducing Input”, IEEE TSE 28(2), 2002).
func shortened<Step: Sendable>(
    _ steps: [Step], isolation: isolated (any Actor)? = #isolation, fails: ([Step]) async -> Bool
) async -> [Step] {
    var steps = steps
    var size = max(1, steps.count / 2)
    while size > 0 {
        var start = 0
        while start < steps.count {
            var shorter = steps
            shorter.removeSubrange(start..<min(start + size, steps.count))
            if await fails(shorter) { steps = shorter } else { start += size }
        }
        size /= 2
    }
    return steps
}

/// Makes a failing history shorter while it still fails: its steps, then what happens during requests.
enum WorldShrinker {
    static func shrink(_ world: World, fails: (World) async -> Bool) async -> World {
        var world = world
        world.steps = await shortened(world.steps) { steps in
            var shorter = world
            shorter.steps = steps
            return await fails(shorter)
        }
        for index in world.steps.indices {
            for request in 0..<world.steps[index].happenings.count {
                var calmer = world
                calmer.steps[index].happenings[request] = nil
                if await fails(calmer) { world = calmer }
            }
        }
        return world
    }
}

extension World.Step {
    /// What happens during its requests, one by one.
    var happenings: [World.Happening?] {
        get {
            switch self {
            case .sync(_, _, let happenings), .refresh(let happenings), .more(let happenings): happenings
            case .change, .reopen, .pass: []
            }
        }
        set {
            switch self {
            case .sync(let isFull, let ignoresWaits, _):
                self = .sync(isFull: isFull, ignoresWaits: ignoresWaits, newValue)
            case .refresh: self = .refresh(newValue)
            case .more: self = .more(newValue)
            case .change, .reopen, .pass: break
            }
        }
    }
}

/// Makes a failing history shorter while it still fails: steps go in ever smaller pieces (Zeller and Hildebrandt,
/// “Simplifying and Isolating Failure-Inducing Input”, IEEE TSE 28(2), 2002), then what happens during requests.
enum WorldShrinker {
    static func shrink(_ world: World, fails: (World) async -> Bool) async -> World {
        var world = world
        var size = max(1, world.steps.count / 2)
        while size > 0 {
            var start = 0
            while start < world.steps.count {
                var shorter = world
                shorter.steps.removeSubrange(start..<min(start + size, world.steps.count))
                if await fails(shorter) { world = shorter } else { start += size }
            }
            size /= 2
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

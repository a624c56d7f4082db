import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that is run to its end, and what it cost.
struct ChildProcess {
    let status: Int32
    let wall: Duration
    /// Of all its threads, in the kernel too.
    let processor: Duration
    /// The most memory it held, in bytes.
    let peakMemory: Int

    /// What a program that did not do its work said.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The path of `feedcache`.
    static func measuredProgram() throws -> String {
        guard let program = ProcessInfo.processInfo.environment["FEEDCACHE_PROGRAM"] else {
            throw Failure(description: "scripts/bench builds what is measured: run that")
        }
        return program
    }

    /// Runs a program; its output goes to the standard error of this one.
    ///
    /// - Throws: `Failure` where it cannot be run or ends with another code than 0.
    static func run(_ path: String, _ arguments: [String]) throws -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let start = ContinuousClock.now
        guard posix_spawn(&child, path, &actions, nil, &words, environ) == 0 else {
            throw Failure(description: "\(path) cannot be run")
        }
        var (status, usage) = (Int32(0), rusage())
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else {
            throw Failure(description: "\(([path] + arguments).joined(separator: " ")) ended with status \(status)")
        }
        #if canImport(Darwin)
            let unit = 1
        #else
            let unit = 1_024
        #endif
        return ChildProcess(
            status: status, wall: .now - start, processor: usage.ru_utime.duration + usage.ru_stime.duration,
            peakMemory: Int(usage.ru_maxrss) * unit)
    }
}

extension timeval {
    fileprivate var duration: Duration { .seconds(tv_sec) + .microseconds(Int(tv_usec)) }
}

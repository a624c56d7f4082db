import FeedCache
import Foundation

/// What programs that wait cost while nothing writes: how often their threads are woken, and processor time.
enum IdleBenchmark {
    private static let sections = 5
    /// In seconds: by then looks for commits are 20 s apart and more, and threads with nothing more to do have ended.
    private static let settling: UInt32 = 30
    private static let span: UInt32 = 30

    /// - Throws: `ChildProcess.Failure`, also where the program is not built, or there is no `/proc` to read.
    static func run() throws {
        let program = try ChildProcess.measuredProgram()
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-idle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = IngestWorld(folder: folder, itemCount: 200, itemSize: 340)
        try world.write()
        let server = try FileServer(folder, program: program)
        let manifest = try world.writeManifest(origin: server.origin, listCount: sections)
        let database = folder.appending(path: "feed.db").path
        let options = ["--source", manifest, "--db", database]
        _ = try ChildProcess.run(program, ["sync", "-q"] + options)
        let table = TextTable(
            title: "idle: \(sections) lists of \(world.itemCount) items, \(span) s in which nothing is written",
            columns: [.text("what", 38), .number("wake-ups/s", 11), .number("processor ms/s", 15)])
        table.printHeader()
        for (name, path, words) in [
            ("an app that observes \(sections) sections", CommandLine.arguments[0], ["observe", manifest, database]),
            ("watch --every 10m", program, ["watch", "--every", "10m"] + options),
            ("changes --follow", program, ["changes", "--follow", "--format", "ndjson"] + options),
            ("preview, no page open", program, ["preview", "--port", "0"] + options),
            ("repl, at its prompt", program, ["repl"] + options),
        ] {
            let cost = try measure(path, words)
            let seconds = Double(span)
            table.printRow([
                name, String(format: "%.2f", Double(cost.wakeUps) / seconds),
                String(format: "%.2f", cost.time / .milliseconds(1) / seconds),
            ])
        }
    }

    /// Shows the sections of a manifest as an app does, until it is ended.
    static func observe(manifest: String, database: String) async throws {
        let repository = try await FeedRepository(
            manifest: FeedManifest(contentsOf: URL(filePath: manifest)), databaseURL: URL(filePath: database))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...sections {
                group.addTask {
                    let section = FeedScope.section(SectionID("list\(number)"))
                    for try await _ in repository.changes(of: section, rows: 0..<40) {}
                }
            }
            try await group.waitForAll()
        }
    }

    /// What one thread cost since it began.
    private struct Cost {
        var wakeUps = 0
        var time = Duration.zero
    }

    private static func measure(_ path: String, _ words: [String]) throws -> Cost {
        let process = Process()
        (process.executableURL, process.arguments) = (URL(filePath: path), words)
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        var (controller, descriptor): (Int32, Int32) = (-1, -1)
        guard openpty(&controller, &descriptor, nil, nil, nil) == 0 else {
            throw ChildProcess.Failure(description: "there is no terminal")
        }
        let terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        if words.first == "repl" { (process.standardInput, process.standardOutput) = (terminal, terminal) }
        try process.run()
        defer {
            close(controller)
            process.terminate()
            process.waitUntilExit()
        }
        sleep(settling)
        let before = try costs(of: process)
        sleep(span)
        // A thread that has ended meanwhile was one of those that began the program.
        return try costs(of: process).reduce(into: Cost()) { sum, thread in
            let known = before[thread.key] ?? Cost()
            sum.wakeUps += thread.value.wakeUps - known.wakeUps
            sum.time += thread.value.time - known.time
        }
    }

    /// How often each thread of a process waited for something, and its processor time (proc(5)).
    private static func costs(of process: Process) throws -> [String: Cost] {
        let threads = "/proc/\(process.processIdentifier)/task"
        guard process.isRunning, let names = try? FileManager.default.contentsOfDirectory(atPath: threads) else {
            throw ChildProcess.Failure(description: "\(process.arguments ?? []) ended, or there is no /proc")
        }
        return names.reduce(into: [:]) { costs, name in
            func text(_ file: String) -> String {
                (try? String(contentsOfFile: "\(threads)/\(name)/\(file)", encoding: .utf8)) ?? ""
            }
            let line = text("status").split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            let waits = line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            let time = text("schedstat").split(separator: " ").first.flatMap { Int64($0) } ?? 0
            costs[name] = Cost(wakeUps: waits, time: .nanoseconds(time))
        }
    }
}

import FeedMock
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite("The end of “changes”", .timeLimit(.minutes(10)))
struct ChangesEndingTests {
    private struct Line: Decodable {
        let type: String
    }

    /// What a program came to.
    private struct Ending {
        let status: Int32
        let output: Data
        let errors: String
    }

    /// A cache whose stream no pipe holds.
    ///
    /// - Parameter isLong: whether it is several chunks, of lines that are longer than what a pipe takes at once.
    private func withCache(isLong: Bool = false, _ body: (ShellFixture) async throws -> Void) async throws {
        try await withMockServer(MockConfiguration()) { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            if isLong {
                let database = try FeedDatabase(path: fixture.folder.appending(path: "feed.db").path)
                let text = String(repeating: "x", count: 100_000)
                try database.writeStamped { db, stamp in
                    let change = try stamp.number()
                    try db.execute(
                        sql: "UPDATE item SET payload = ?, change = ?", arguments: [#"["\#(text)"]"#, change])
                    try db.execute(sql: "UPDATE page SET change = ?", arguments: [change])
                }
            }
            try await body(fixture)
        }
    }

    private func program(_ fixture: ShellFixture, _ path: String, _ arguments: [String]) -> Process {
        let program = Process()
        program.executableURL = URL(filePath: path)
        program.arguments = arguments
        program.environment = [
            "HOME": fixture.folder.path, "FEEDCACHE_DB": fixture.folder.appending(path: "feed.db").path,
            "FEEDCACHE_SOURCE": fixture.folder.appending(path: "feed.toml").path, "PATH": "/usr/bin:/bin",
            "FEEDCACHE": ProgramBinary.url.path,
        ]
        program.standardInput = FileHandle.nullDevice
        return program
    }

    /// Runs a line of the shell, in which `$FEEDCACHE` is the program.
    private func shell(_ fixture: ShellFixture, _ line: String) async throws -> Ending {
        let program = program(fixture, "/bin/bash", ["-c", line])
        let (output, errors) = (Pipe(), Pipe())
        (program.standardOutput, program.standardError) = (output, errors)
        var ending: Ending?
        try await apart {
            try program.run()
            let written = output.fileHandleForReading.readDataToEndOfFile()
            let said = errors.fileHandleForReading.readDataToEndOfFile()
            program.waitUntilExit()
            ending = Ending(
                status: program.terminationStatus, output: written, errors: String(decoding: said, as: UTF8.self))
        }
        return try #require(ending)
    }

    @Test(
        "is quiet and 0 where the reader closes the pipe, also in the middle of a line, and where it follows",
        arguments: ["head -n 1", "head -c 150000", "true"], ["", "--format csv", "--follow"])
    func closedPipe(reader: String, options: String) async throws {
        try await withCache(isLong: true) { fixture in
            let line = #""$FEEDCACHE" changes \#(options) | \#(reader) >/dev/null; exit ${PIPESTATUS[0]}"#
            let ending = try await shell(fixture, line)
            #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending)")
        }
    }

    @Test("does not come with --follow: what another process writes is told as well")
    func following() async throws {
        try await withCache { fixture in
            let line = #"""
                await() { while IFS= read -r line; do [[ $line == *"$1"* ]] && return; done; }
                "$FEEDCACHE" changes --follow | {
                    await '"complete":true'
                    "$FEEDCACHE" scroll photos 2 --dwell 2 >/dev/null
                    "$FEEDCACHE" tap photos 2 >/dev/null
                    await '"type":"tap"' || await '"type":"tap"'
                    await '"complete":true'
                    echo "${line:0:15}"
                }
                exit ${PIPESTATUS[0]}
                """#
            let ending = try await shell(fixture, line)
            #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending)")
            #expect(String(decoding: ending.output, as: UTF8.self) == #"{"type":"state""# + "\n")
        }
    }

    @Test("is 74 and one line where the disk is full", arguments: ["", "--format csv", "--follow", "--limit 1"])
    func fullDisk(options: String) async throws {
        try await withCache { fixture in
            let ending = try await shell(fixture, #""$FEEDCACHE" changes \#(options) >/dev/full"#)
            #expect(ending.status == 74 && ending.errors.split(separator: "\n").count == 1, "\(ending)")
            #expect(ending.errors.contains("No space left"), "\(ending)")
        }
    }

    @Test(
        "comes after a whole line where a signal ends it in the middle, whether the reader goes on reading or not",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)], [true, false])
    func signalled(signal: (Int32, Int32), isRead: Bool) async throws {
        try await withCache(isLong: isRead) { fixture in
            let program = program(fixture, ProgramBinary.url.path, ["changes", "--follow"])
            let (output, errors) = (Pipe(), Pipe())
            (program.standardOutput, program.standardError) = (output, errors)
            var text = Data()
            try await apart {
                try program.run()
                let reading = output.fileHandleForReading
                var ready = pollfd(fd: reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
                #expect(poll(&ready, 1, 60_000) == 1)
                kill(program.processIdentifier, signal.0)
                if !isRead { program.waitUntilExit() }
                text = reading.readDataToEndOfFile()
                program.waitUntilExit()
            }
            #expect(program.terminationReason == .exit && program.terminationStatus == signal.1)
            #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
            #expect(text.last == UInt8(ascii: "\n"))
            let lines = try text.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(Line.self, from: $0)
            }
            #expect(lines.first?.type == "hello" && lines.count > 1)
        }
    }
}

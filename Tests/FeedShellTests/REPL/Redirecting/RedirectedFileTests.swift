import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite struct RedirectedFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(
        _ name: String, appends: Bool = false, standard: [Int32] = []
    ) async throws -> RedirectedFile {
        try await RedirectedFile(
            Redirection.Target(path: folder.path(name), appends: appends), home: nil, standard: standard)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test("A new file is there once it is whole, and nothing else is left")
    func created() async throws {
        let file = try await file("a")
        try file.output.line("one")
        #expect(!names.contains("a"))
        try file.keep()
        #expect(names == ["a"])
        #expect(try folder.text("a") == "one\n")
    }

    @Test("An old file is replaced at once, with its mode, or stays as it was")
    func replaced() async throws {
        try folder.write("old", "a")
        chmod(folder.path("a"), 0o640)
        let dropped = try await file("a")
        try dropped.output.line("new")
        dropped.discard()
        #expect(try folder.text("a") == "old")
        let kept = try await file("a")
        try kept.output.line("new")
        try kept.keep()
        #expect(try folder.text("a") == "new\n")
        #expect(try folder.permissions("a") == 0o640)
        #expect(names == ["a"])
    }

    @Test("A link stays a link to what is replaced")
    func links() async throws {
        try folder.write("old", "real")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("real"))
        let file = try await file("link")
        try file.output.line("new")
        try file.keep()
        #expect(try folder.text("real") == "new\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("real"))
    }

    @Test("What is added comes after what is there, all of it or nothing")
    func added() async throws {
        try folder.write("old\n", "a")
        let kept = try await file("a", appends: true)
        try kept.output.line("one")
        try kept.keep()
        let dropped = try await file("a", appends: true)
        try dropped.output.line("two")
        dropped.discard()
        #expect(try folder.text("a") == "old\none\n")
    }

    @Test("What another program adds meanwhile stays", arguments: [true, false])
    func addedMeanwhile(isKept: Bool) async throws {
        for exists in [true, false] {
            if exists { try folder.write("old\n", "a") }
            let file = try await self.file("a", appends: true)
            try file.output.line("ours")
            let other = open(folder.path("a"), O_WRONLY | O_APPEND | O_CREAT, 0o600)
            try Output(descriptor: other).line("theirs")
            close(other)
            if isKept { try file.keep() } else { file.discard() }
            #expect(try folder.text("a") == (exists ? "old\n" : "") + "theirs\n" + (isKept ? "ours\n" : ""))
            try FileManager.default.removeItem(atPath: folder.path("a"))
        }
    }

    @Test("A new file that is added to is there once it is whole")
    func addedToNew() async throws {
        let dropped = try await file("a", appends: true)
        try dropped.output.line("one")
        dropped.discard()
        #expect(names == [])
        let kept = try await file("a", appends: true)
        try kept.output.line("one")
        try kept.keep()
        #expect(names == ["a"])
        #expect(try folder.text("a") == "one\n")
    }

    @Test("A name may begin with a combining mark")
    func combiningMarks() async throws {
        for appends in [false, true] {
            for path in ["\u{301}a", "new/\u{301}a"] {
                await #expect(throws: CommandError.self) {
                    try await self.file("no/\u{301}/" + path, appends: appends)
                }
            }
            let file = try await self.file("\u{301}a", appends: appends)
            try file.output.line("one")
            try file.keep()
        }
        #expect(try folder.text("\u{301}a") == "one\none\n")
        try await NewFile(path: folder.path("\u{301}b")).write("two", replacing: false)
        #expect(names == ["\u{301}a", "\u{301}b"])
    }

    @Test("A path is read by its bytes")
    func paths() {
        #expect(FilePath.folder(of: "\u{301}") == ".")
        #expect(FilePath.folder(of: "/\u{301}") == "/")
        #expect(FilePath.folder(of: "a/b/\u{301}c") == "a/b")
        #expect(FilePath.isAbsolute("/\u{301}") && !FilePath.isAbsolute("a"))
        #expect(FilePath.expanded("~/\u{301}", home: "/home") == "/home/\u{301}")
        #expect(FilePath.expanded("~a", home: "/home") == "~a" && FilePath.expanded("~/a", home: nil) == "~/a")
    }

    @Test("A device takes the output as it comes")
    func devices() async throws {
        let file = try await RedirectedFile(Redirection.Target(path: "/dev/null", appends: false), home: nil)
        try file.output.line("gone")
        try file.keep()
    }

    @Test("What cannot be written is named, with 73; a full disk with 74")
    func refused() async throws {
        for path in [folder.path, folder.path("no/such/folder")] {
            for appends in [false, true] {
                await #expect {
                    try await RedirectedFile(Redirection.Target(path: path, appends: appends), home: nil)
                } throws: {
                    let complaint = $0 as? CommandError
                    return complaint?.status == .cannotCreate && complaint?.message.contains("“\(path)”") == true
                }
            }
        }
    }

    @Test("`~/` is the home folder")
    func home() async throws {
        let file = try await RedirectedFile(Redirection.Target(path: "~/a", appends: false), home: folder.path)
        try file.keep()
        #expect(names == ["a"])
    }

    // MARK: What a new file would break

    @Test("A link to nothing yet stays a link, and what it leads to is made")
    func danglingLinks() async throws {
        for target in ["made", folder.path("made too")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
            let file = try await file("link")
            try file.output.line("new")
            try file.keep()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == target)
            try FileManager.default.removeItem(atPath: folder.path("link"))
        }
        #expect(try folder.text("made") == "new\n" && folder.text("made too") == "new\n")
        #expect(names == ["made", "made too"])
    }

    @Test("Links in a circle are refused, and stay")
    func circles() async throws {
        for (name, target) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
        }
        await #expect(throws: CommandError.self) { try await file("a") }
        #expect(names == ["a", "b"])
    }

    @Test("A file of several names is the same under all of them, and stays as it was where the output is not complete")
    func hardLinks() async throws {
        try folder.write("old and longer\n", "a")
        #expect(link(folder.path("a"), folder.path("b")) == 0)
        let dropped = try await file("a")
        try dropped.output.line("new")
        dropped.discard()
        #expect(try folder.text("b") == "old and longer\n")
        let kept = try await file("a")
        try kept.output.line("new")
        try kept.keep()
        #expect(try folder.text("a") == "new\n" && folder.text("b") == "new\n")
        #expect(names == ["a", "b"])
    }

    @Test("A path to standard output means it, and what was written there stays")
    func standardOutput() async throws {
        let descriptor = open(folder.path("out"), O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        try Output(descriptor: descriptor).line("before")
        let file = try await file("out", standard: [descriptor])
        try file.output.line("redirected")
        try file.keep()
        try Output(descriptor: descriptor).line("after")
        #expect(try folder.text("out") == "before\nredirected\nafter\n")
    }

    #if os(Linux)
        @Test("A path to a pipe that is standard output means it")
        func standardPipe() async throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            defer { close(ends[0]) }
            let path = "/proc/self/fd/\(ends[1])"
            for standard in [[ends[1]], []] {
                let file = try await RedirectedFile(
                    Redirection.Target(path: path, appends: false), home: nil, standard: standard)
                try file.output.line("redirected")
                try file.keep()
            }
            close(ends[1])
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = bytes.withUnsafeMutableBytes { read(ends[0], $0.baseAddress, $0.count) }
            #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "redirected\nredirected\n")
        }
    #endif

    @Test("A named pipe is waited for until it has a reader, or the task is cancelled")
    func namedPipes() async throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let path = folder.path("pipe")
        let waiting = Task { try await RedirectedFile(Redirection.Target(path: path, appends: false), home: nil) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }

        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try await file("pipe")
        try file.output.line("read")
        try file.keep()
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress, $0.count) }
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "read\n")
        #expect(names == ["pipe"])
    }

    @Test("A file that may be written is, also where its folder may not", .enabled(if: geteuid() != 0))
    func closedFolders() async throws {
        try folder.write("old\n", "a")
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let file = try await file("a")
        try file.output.line("new")
        try file.keep()
        #expect(try folder.text("a") == "new\n")
    }
}

import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

/// What output goes to, as sh(1) opens it.
@Suite struct RedirectionTargetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to path: String, appends: Bool = false, home: String? = nil) async throws {
        let descriptor = try await Redirection.Target(path: path, appends: appends).open(home: home)
        defer { close(descriptor) }
        try Output(descriptor: descriptor).write(text)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test("A file is made, emptied before anything is written, or added to; its mode stays")
    func files() async throws {
        try await write("one and more\n", to: folder.path("a b"))
        chmod(folder.path("a b"), 0o640)
        try await write("two\n", to: folder.path("a b"))
        try await write("three\n", to: folder.path("a b"), appends: true)
        #expect(try folder.text("a b") == "two\nthree\n")
        #expect(try folder.permissions("a b") == 0o640 && names == ["a b"])
    }

    @Test("What another program adds meanwhile stays")
    func addedMeanwhile() async throws {
        let ours = try await Redirection.Target(path: folder.path("a"), appends: true).open(home: nil)
        defer { close(ours) }
        try Output(descriptor: ours).line("ours")
        try await write("theirs\n", to: folder.path("a"), appends: true)
        try Output(descriptor: ours).line("ours again")
        #expect(try folder.text("a") == "ours\ntheirs\nours again\n")
    }

    @Test("A link stays a link, also one to nothing yet; a file of several names is the same under all of them")
    func links() async throws {
        for target in ["made", folder.path("made too")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
            try await write("new\n", to: folder.path("link"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == target)
            try FileManager.default.removeItem(atPath: folder.path("link"))
        }
        #expect(try folder.text("made") == "new\n" && folder.text("made too") == "new\n")
        #expect(link(folder.path("made"), folder.path("other")) == 0)
        try await write("newer\n", to: folder.path("other"))
        #expect(try folder.text("made") == "newer\n")
    }

    @Test("A name may begin with a combining mark, and `~/` is the home folder")
    func bytes() async throws {
        try await write("one\n", to: folder.path("\u{301}a"))
        try await write("two\n", to: "~/\u{301}a", appends: true, home: folder.path)
        #expect(try folder.text("\u{301}a") == "one\ntwo\n")
        #expect(FilePath.folder(of: "\u{301}") == ".")
        #expect(FilePath.folder(of: "/\u{301}") == "/")
        #expect(FilePath.folder(of: "a/b/\u{301}c") == "a/b")
        #expect(FilePath.isAbsolute("/\u{301}") && !FilePath.isAbsolute("a"))
        #expect(FilePath.expanded("~/\u{301}", home: "/home") == "/home/\u{301}")
        #expect(FilePath.expanded("~a", home: "/home") == "~a" && FilePath.expanded("~/a", home: nil) == "~/a")
    }

    @Test("A device takes the output as it comes")
    func devices() async throws {
        try await write("gone", to: "/dev/null")
    }

    @Test("What cannot be written is named, with 73", arguments: [false, true])
    func refused(appends: Bool) async throws {
        for path in [folder.path, folder.path("no/such/folder")] {
            await #expect {
                try await write("x", to: path, appends: appends)
            } throws: {
                let complaint = $0 as? CommandError
                return complaint?.status == .cannotCreate && complaint?.message.contains("“\(path)”") == true
            }
        }
    }

    @Test("A named pipe is waited for until it has a reader, or the task is cancelled")
    func namedPipes() async throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let waiting = Task { try await Redirection.Target(path: path, appends: false).open(home: nil) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }

        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try await write("read\n", to: path)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress, $0.count) }
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "read\n")
        #expect(names == ["pipe"])
    }
}

@Suite struct NewFileTests {
    @Test("A file is made where there is none; one that is replaced keeps its mode, and a link is written through")
    func writing() throws {
        let folder = try TemporaryFolder()
        let file = NewFile(path: folder.path("\u{301}a"))
        try file.write("one", replacing: false)
        #expect(throws: CommandError.self) { try file.write("two", replacing: false) }
        chmod(file.path, 0o600)
        try file.write("three", replacing: true)
        #expect(try folder.text("\u{301}a") == "three" && folder.permissions("\u{301}a") == 0o600)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("\u{301}a"))
        try NewFile(path: folder.path("link")).write("four", replacing: true)
        #expect(try folder.text("\u{301}a") == "four")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "\u{301}a"])
    }
}

import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite struct RedirectedFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String, appends: Bool = false) throws -> RedirectedFile {
        try RedirectedFile(Redirection.Target(path: folder.path(name), appends: appends), home: nil)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test("A new file is there once it is whole, and nothing else is left")
    func created() throws {
        let file = try file("a")
        try file.output.line("one")
        #expect(!names.contains("a"))
        try file.keep()
        #expect(names == ["a"])
        #expect(try folder.text("a") == "one\n")
    }

    @Test("An old file is replaced at once, with its mode, or stays as it was")
    func replaced() throws {
        try folder.write("old", "a")
        chmod(folder.path("a"), 0o640)
        let dropped = try file("a")
        try dropped.output.line("new")
        dropped.discard()
        #expect(try folder.text("a") == "old")
        let kept = try file("a")
        try kept.output.line("new")
        try kept.keep()
        #expect(try folder.text("a") == "new\n")
        #expect(try folder.permissions("a") == 0o640)
        #expect(names == ["a"])
    }

    @Test("A link stays a link to what is replaced")
    func links() throws {
        try folder.write("old", "real")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("real"))
        let file = try file("link")
        try file.output.line("new")
        try file.keep()
        #expect(try folder.text("real") == "new\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("real"))
    }

    @Test("What is added comes behind what is there, all of it or nothing")
    func added() throws {
        try folder.write("old\n", "a")
        let kept = try file("a", appends: true)
        try kept.output.line("one")
        try kept.keep()
        let dropped = try file("a", appends: true)
        try dropped.output.line("two")
        dropped.discard()
        #expect(try folder.text("a") == "old\none\n")
    }

    @Test("A device takes the output as it comes")
    func devices() throws {
        let file = try RedirectedFile(Redirection.Target(path: "/dev/null", appends: false), home: nil)
        try file.output.line("gone")
        try file.keep()
    }

    @Test("What cannot be written is named, with 73; a full disk with 74")
    func refused() throws {
        for path in [folder.path, folder.path("no/such/folder")] {
            #expect { try RedirectedFile(Redirection.Target(path: path, appends: false), home: nil) } throws: {
                let complaint = $0 as? Complaint
                return complaint?.status == .cannotCreate && complaint?.message.contains("“\(path)”") == true
            }
        }
    }

    @Test("`~/` is the home folder")
    func home() throws {
        let file = try RedirectedFile(Redirection.Target(path: "~/a", appends: false), home: folder.path)
        try file.keep()
        #expect(names == ["a"])
    }
}

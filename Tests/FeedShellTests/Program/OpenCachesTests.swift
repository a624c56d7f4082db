import FeedCache
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite("The caches of a session")
struct OpenCachesTests {
    private let folder: TemporaryFolder
    private let caches = OpenCaches { .live(ProcessInfo.processInfo.environment, source: $0.source) }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a manifest, all of one size, that was last changed at a time of 1970.
    private func write(_ name: String, nanoseconds: Int) throws {
        let text = Manifest.gourmetText().replacing("name = \"gourmet\"", with: "name = \"\(name)\"")
        try folder.write(text, "feed.toml")
        let time = timespec(tv_sec: 1, tv_nsec: nanoseconds)
        #expect(utimensat(AT_FDCWD, folder.path("feed.toml"), [time, time], 0) == 0)
    }

    private var name: String { get throws { try caches.manifest(at: folder.path("feed.toml")).source.name } }

    @Test("have their manifest read again when its file has changed, and only then")
    func manifests() throws {
        try write("one", nanoseconds: 1)
        #expect(try name == "one")
        try write("two", nanoseconds: 1)
        #expect(try name == "one", "the file looks as it did")
        try write("six", nanoseconds: 2)
        #expect(try name == "six")
        try write("seven", nanoseconds: 2)
        #expect(try name == "seven", "of another size")
        try FileManager.default.moveItem(atPath: folder.path("feed.toml"), toPath: folder.path("old.toml"))
        #expect(throws: ManifestError.self) { try name }
        try write("eight", nanoseconds: 2)
        #expect(try name == "eight", "another file of the same name")
    }

    @Test("are kept open, but not all of them for ever")
    func kept() throws {
        func cache(_ number: Int) throws -> FeedEngine {
            try caches.cache(of: caches.manifest(at: nil), at: folder.path("\(number).db")).cache
        }
        weak let first = try cache(1)
        #expect(first != nil)
        let second = try cache(2)
        for number in 3...6 {
            _ = try cache(number)
            #expect(try cache(2) === second)
        }
        #expect(first == nil)
    }
}

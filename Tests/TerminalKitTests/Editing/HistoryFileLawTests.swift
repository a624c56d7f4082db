import Foundation
import TestSupport
import Testing

@testable import TerminalKit

@Suite struct HistoryFileLawTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func history(size: Int = 100) -> HistoryFile {
        HistoryFile(path: folder.path("history"), size: size)
    }

    @Test("Entries are there again, in order, whatever is in them")
    func lasting() {
        let entries = ["items list", "sql 'select 1\n from x'", #"show list a\ b"#, "show list 寿司", #"\n"#, #"end\"#]
        for entry in entries { history().append(entry) }
        #expect(history().load() == entries)
    }

    @Test("Any entry is read as it was written", arguments: SeededGenerator.seeds(300))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let entry = RandomText.make(&generator)
        let encoded = HistoryFile.encode(entry)
        #expect(!encoded.utf8.contains(UInt8(ascii: "\n")), "seed \(seed)")
        #expect(HistoryFile.decode(encoded).unicodeScalars.elementsEqual(entry.unicodeScalars), "seed \(seed)")
    }

    @Test("The file is its owner's only, also one that was open to others")
    func permissions() throws {
        history().append("a")
        #expect(try folder.permissions("history") == 0o600)
        #expect(chmod(folder.path("history"), 0o644) == 0)
        history().append("b")
        #expect(try folder.permissions("history") == 0o600)
        #expect(history().load() == ["a", "b"])
    }

    @Test("The last entries are loaded, the same twice in a row once")
    func bounds() {
        for entry in ["a", "b", "b", "c", "b"] { history().append(entry) }
        #expect(history().load() == ["a", "b", "c", "b"])
        #expect(history(size: 2).load() == ["c", "b"])
    }

    @Test("A file that has grown to more than twice the size is cut, and stays its owner's only")
    func cutting() throws {
        for number in 0..<5 { history(size: 2).append("\(number)") }
        #expect(history(size: 2).load() == ["3", "4"])
        #expect(try folder.text("history") == "3\n4\n")
        #expect(try folder.permissions("history") == 0o600)
        #expect(!FileManager.default.fileExists(atPath: folder.path("history.new")))
    }

    @Test("Cutting follows a link and leaves it one")
    func links() throws {
        try folder.write("1\n2\n3\n", "real")
        #expect(symlink(folder.path("real"), folder.path("history")) == 0)
        #expect(history(size: 1).load() == ["3"])
        #expect(try folder.text("real") == "3\n")
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path("history"))) != nil)
    }

    @Test("An entry after an unfinished line is one of its own")
    func torn() throws {
        try folder.write("a\nunfin", "history")
        history().append("b")
        #expect(history().load() == ["a", "unfin", "b"])
    }

    @Test("Of a huge file the end is read, and the rest is cut off")
    func huge() throws {
        try folder.write(String(repeating: "0123456789abcdef\n", count: 100_000) + "last\n", "history")
        #expect(history(size: 1_000).load().suffix(1) == ["last"])
        #expect(try folder.text("history").utf8.count < 20_000)
    }

    @Test("Bytes that are no text are no obstacle")
    func broken() throws {
        try Data([0x61, 0xFF, 0x0A, 0x62, 0x0A]).write(to: URL(fileURLWithPath: folder.path("history")))
        #expect(history().load() == ["a\u{FFFD}", "b"])
    }

    @Test("What is no file, or cannot be written, is passed over")
    func impossible() {
        #expect(mkfifo(folder.path("history"), 0o600) == 0)
        history().append("a")
        #expect(history().load().isEmpty)
        let nowhere = HistoryFile(path: folder.path("none/history"), size: 5)
        nowhere.append("a")
        #expect(nowhere.load().isEmpty)
        let none = HistoryFile(path: nil, size: 5)
        none.append("a")
        #expect(none.load().isEmpty)
    }

    @Test("Several writers lose nothing to each other, also while the file is cut")
    func sharing() async throws {
        let path = folder.path("history")
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let history = HistoryFile(path: path, size: 300)
                    for number in 0..<100 {
                        history.append("\(writer) \(number)")
                        if number % 25 == 0 { _ = HistoryFile(path: path, size: 180).load() }
                    }
                }
            }
        }
        let kept = history(size: 1_000).load()
        for writer in 0..<4 {
            let numbers = kept.filter { $0.hasPrefix("\(writer) ") }.compactMap { Int($0.dropFirst(2)) }
            #expect(numbers == Array((numbers.first ?? 100)..<100), "writer \(writer)")
        }
    }
}

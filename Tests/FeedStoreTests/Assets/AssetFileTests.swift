import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("The file of a picture")
struct AssetFileTests {
    private let fixture: StoreFixture
    private var store: AssetStore { fixture.source.assets }

    init() throws {
        fixture = try StoreFixture()
    }

    private func file(_ text: String) throws -> (file: AssetFile, content: AssetContent) {
        let file = try store.folder.newFile()
        try file.append(Array(text.utf8))
        return (file, AssetContent(digest: file.digest, bytes: file.bytes, type: "image/png"))
    }

    private func answer(_ url: String, _ file: AssetFile, _ content: AssetContent) -> AssetStore.Answer {
        AssetStore.Answer(
            url, at: url, of: nil, time: fixture.now,
            .content(content, in: file, Validator(etag: nil, lastModified: nil), expires: fixture.now))
    }

    @Test("is not deleted by those who look for files that were left, in the moment before it is locked")
    func madeBeside() async throws {
        let folder = store.folder
        _ = try folder.newFile()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    while !Task.isCancelled {
                        for name in folder.files().keys where name.hasPrefix("new-") && folder.isStray(name) {
                            folder.removeStray(name)
                        }
                    }
                }
            }
            for number in 0..<Soak.rounds(20_000, sample: 3_000) {
                #expect(throws: Never.self, "\(number)") { try folder.name(folder.newFile(), "one") }
            }
            group.cancelAll()
        }
        #expect(folder.files().keys.sorted() == ["one"])
    }

    @Test("is no fault to those who check while it takes its name, or is deleted")
    func checkedBeside() async throws {
        let database = fixture.database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    while !Task.isCancelled {
                        let faults = try database.checkAssets()
                        #expect(faults.isEmpty)
                    }
                }
            }
            for number in 0..<Soak.rounds(2_000, sample: 200) {
                let (file, content) = try file("\(number)")
                _ = try store.write([answer("\(number % 3)", file, content)])
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(store.folder.files().count == 3)
    }

    @Test("several take their names together, or none has a row")
    func together() throws {
        let (first, second, third) = try (file("1"), file("2"), file("1"))
        let answers = [
            answer("a", first.file, first.content), answer("b", second.file, second.content),
            answer("c", third.file, third.content),
        ]
        #expect(try store.write(answers) == 2, "two of them have the same content")
        #expect(store.folder.files() == [first.content.digest: 1, second.content.digest: 1])
        let (fourth, lost) = try (file("4"), file("5"))
        store.folder.remove(URL(filePath: lost.file.path).lastPathComponent)
        #expect(throws: StoreError.self) {
            try store.write([answer("d", fourth.file, fourth.content), answer("e", lost.file, lost.content)])
        }
        #expect(
            try fixture.database.read(source: "test") { try $0.assets(at: ["a", "d", "e"]).keys.sorted() } == ["a"])
        try fixture.database.mendAssets()
        #expect(store.folder.files().count == 2)
    }
}

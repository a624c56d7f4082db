import FeedMock
import Foundation
import Testing

@testable import FeedShell

/// What `scripts/record` writes: sessions, pictures and references that are made by the program itself.
@Suite("What is recorded in the documents")
struct RecordedSessionTests {
    /// The folder for fresh recordings, by which `scripts/record` calls; without it they are compared.
    private static let destination = ProcessInfo.processInfo.environment["FEEDCACHE_RECORD"]

    @Test(
        "the sessions are what the program shows today", arguments: [ProjectFile.readme, .firstTenMinutes, .querying])
    func sessions(_ document: ProjectFile) async throws {
        var text = try document.text()
        for session in RecordedSession.all where session.document == document {
            let recorder = try #require(SessionRecorder())
            let block = "```console\n\(try await recorder.record(session))```\n"
            let place = try #require(
                ProjectFile.place("session: \(session.name)", in: text), "no place for “\(session.name)”")
            text.replaceSubrange(place, with: block)
        }
        try check(text, document)
    }

    @Test("the command reference has every command as it is today")
    func commands() throws {
        var text = try ProjectFile.commandReference.text()
        let place = try #require(ProjectFile.place("commands", in: text))
        text.replaceSubrange(place, with: CommandReference(commands: .all).text)
        try check(text, .commandReference)
    }

    @Test("the table of feed faults is what the cache does today")
    func feedFaults() async throws {
        for fault in FeedFault.allCases {
            #expect(FeedFaultTable.rules.contains { $0.contains(":\(fault.rawValue)") }, "\(fault)")
        }
        var text = try ProjectFile.testingWithTheMock.text()
        let place = try #require(ProjectFile.place("feed faults", in: text))
        text.replaceSubrange(place, with: try await FeedFaultTable().text())
        try check(text, .testingWithTheMock)
    }

    @Test("the pictures show what the program shows today")
    func pictures() async throws {
        let recorder = try #require(SessionRecorder())
        let lines = Array(try await recorder.recordLooks(.pictured).reversed().drop(while: \.isEmpty).reversed())
        #expect(lines.contains { $0.contains { $0.look.color != nil } })
        let picture = SessionPicture(lines: lines, columns: max(96, lines.map(\.count).max() ?? 0))
        let folder = "Sources/FeedCache/FeedCache.docc/Resources"
        try check(picture.svg(.light), ProjectFile(path: "\(folder)/session.svg"))
        try check(picture.svg(.dark), ProjectFile(path: "\(folder)/session~dark.svg"))
    }

    /// Compares a document with its fresh text, or writes that to where `scripts/record` wants it.
    private func check(_ fresh: String, _ document: ProjectFile) throws {
        if let destination = Self.destination {
            let file = URL(filePath: destination).appending(path: document.path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            return try fresh.write(to: file, atomically: true, encoding: .utf8)
        }
        let text = try document.text()
        let (old, new) = zip(lines(text), lines(fresh)).first { $0 != $1 } ?? ("", "")
        #expect(text == fresh, "\(document.path): “\(old)” is “\(new)” today; scripts/record records it again")
    }

    private func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}

import FeedCache
import FeedLab
import FeedModel
import FeedSlots
import FeedStore
import Foundation
import TerminalKit
import Testing

@testable import FeedShell
@testable import FeedSource

@Suite("An error as a JSON object")
struct ErrorObjectTests {
    private typealias Status = FeedModel.ExitStatus

    private struct Report: Decodable, Equatable {
        struct Error: Decodable, Equatable {
            let exit: Int32
            let code: String
            let message: String
            let advice: String?
        }
        let error: Error
    }

    /// The objects on standard error, each of which has all four members.
    private func reports(_ text: String) throws -> [Report.Error] {
        try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [String: Any]]
            #expect(Set(object?["error"]?.keys.map(\.self) ?? []) == ["exit", "code", "message", "advice"])
            return try JSONDecoder().decode(Report.self, from: Data(line.utf8)).error
        }
    }

    @Test(
        "has the exit code, a code, what happened and what to do",
        arguments: [
            ("items photso", "unknown_name", "there is no collection “photso”", "did you mean “photos”?"),
            ("sync --source /nowhere/feed.toml", "missing_file", "/nowhere/feed.toml", "write a manifest"),
            ("snyc", "usage", "unknown command “snyc”", "did you mean “sync”?"),
            ("items photos --limt 3", "usage", "unknown option “--limt”", "did you mean “--limit”?"),
            ("items photos --limit many", "usage", "the value “many”", "see “help items”"),
            ("sql 'selec 1'", "bad_query", "the query cannot be run", "help sql"),
            ("diff x y", "not_found", "there is no file “x”", "name two runs"),
            ("backup /nowhere/at/all", "cannot_create", "/nowhere/at/all", "name another place"),
        ])
    func parts(line: String, code: String, message: String, advice: String) async throws {
        let fixture = try ShellFixture()
        let plain = try await fixture.run(line)
        for option in ["--json", "--format ndjson", "--format=json"] {
            let result = try await fixture.run("\(line) \(option)")
            #expect(result.output == "" && result.status == plain.status, "\(option)")
            let errors = try reports(result.errors)
            try #require(errors.count == 1, "\(result.errors)")
            #expect(errors[0].exit == result.status.rawValue && errors[0].code == code, "\(errors[0])")
            #expect(errors[0].message.contains(message), "\(errors[0].message)")
            #expect(errors[0].advice?.contains(advice) == true, "\(errors[0])")
            // The line for people is made of the same parts.
            #expect(plain.errors == "feedcache: \(errors[0].message); \(errors[0].advice ?? "")\n")
        }
        #expect(!plain.errors.contains("{"))
    }

    @Test("has null for advice where there is none")
    func noAdvice() async throws {
        let world = try CronWorld()
        world.weather = .status(401)
        let result = try await world.run("sync --json")
        let errors = try reports(result.errors)
        #expect(errors.map(\.exit) == [77] && errors.map(\.code) == ["http_status"])
        #expect(errors.map(\.advice) == [nil])
        #expect(result.errors.contains("\"advice\":null"))
        #expect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) is [String: Any])
    }

    @Test("is one for each thing that went wrong in a run")
    func ofRuns() async throws {
        let world = try CronWorld()
        world.weather = .lost(list: "photos")
        let errors = try reports(try await world.run("sync --format ndjson").errors)
        #expect(errors.map(\.exit) == [3])
        #expect(errors.first?.advice == "are base_url and path right in the manifest?")
        #expect(try await world.run("sync --format csv").errors.hasPrefix("feedcache: photos"))
    }

    @Test("is what the REPL writes for a line that asks for JSON, and in a session whose mode is JSON")
    func inREPL() async throws {
        let fixture = try ShellFixture()
        func errors(_ lines: [String], options words: [String]) async throws -> String {
            let options = try SharedOptions.parse(words)
            let session = REPLSession(shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
            try fixture.clear()
            for line in lines { _ = await session.run(ShellWords(line)) }
            return try fixture.errors
        }
        #expect(try reports(try await errors(["items nowhere --json"], options: [])).map(\.code) == ["unknown_name"])
        #expect(
            try reports(try await errors(["items nowhere", "snyc", "edit x", "items 'a"], options: ["--json"]))
                .map(\.exit) == [66, 64, 64, 64])
        #expect(try await errors(["items nowhere"], options: []).hasPrefix("feedcache: "))
        #expect(try await errors(["mode json", "mode table", "items nowhere"], options: []).hasPrefix("feedcache: "))
    }

    @Test("has a code that the program knows an exit code for, whatever the error of the library")
    func codes() {
        let path = "feed.db"
        let errors: [(any ReportableError, Status)] = [
            (StoreError.foreign(path: path), .badData), (StoreError.newer(path: path, version: 99), .badData),
            (StoreError.noBackup(path: path), .badData), (StoreError.linked(path: path), .badData),
            (StoreError.logged(path: path), .badData),
            (StoreError.damaged(path: path, reason: ""), .badData),
            (StoreError.cannotCreate(path: path, reason: ""), .cannotCreate),
            (StoreError.cannotAccess(path: path, reason: ""), .inputOutput),
            (StoreError.readOnly(path: path), .inputOutput), (AccountError(), .badManifest),
            (StoreError.badQuery(reason: ""), .usage), (UnknownNameError(kind: .item, name: "x"), .noInput),
            (SectionConfigError.duplicate(id: "x"), .badData), (ScenarioError.malformed(reason: ""), .badData),
            (ScenarioError.step(number: 1, key: "k", reason: ""), .badData),
            (SlotPolicyError.value(key: "k", reason: ""), .badData), (SweepError.noSlots, .usage),
            (SweepError.malformed("x"), .usage), (SweepError.unknownKey("x"), .usage),
            (SweepError.tooMany(9, limit: 1), .usage), (SweepError.tooLarge(policies: 1, items: 1), .usage),
            (FeedDocumentError.missing(path: "x"), .badData),
            (FeedDocumentError.unexpected(path: "x", found: "", expected: ""), .badData),
        ]
        for (error, status) in errors {
            #expect(CommandError(error).status == status && CommandError(error).code == error.code, "\(error)")
        }
        let reasons: [ManifestError.Reason] = [
            .unreadable(""), .syntax(""), .unknownKey(suggestion: nil), .missingKey(advice: ""),
            .wrongType(expected: "", found: ""), .badValue(""), .impossible(""), .missingVariable("A"),
        ]
        for reason in reasons {
            let error = ManifestError(file: "feed.toml", line: 1, key: "k", reason: reason)
            #expect(CommandError(error).status == .badManifest, "\(reason)")
        }
        let missing = ManifestError(file: "feed.toml", line: nil, key: nil, reason: .missingFile)
        #expect(CommandError(missing).status == .noInput)
    }
}

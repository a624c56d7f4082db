import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

/// Holds `Schema/api/openapi.yaml` against the mock. `scripts/contract` does more, and writes the examples.
@Suite struct ContractTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../../Schema/api").standardized

    private static func document() throws -> String {
        try String(contentsOf: folder.appendingPathComponent("openapi.yaml"), encoding: .utf8)
    }

    /// The requests that the document's examples name, each with the file that has the answer.
    private static func examples() throws -> [(target: String, file: String)] {
        let pattern = /summary: "GET ([^"]+)", externalValue: "examples\/([a-z0-9_-]+\.json)"/
        return try document().matches(of: pattern).map { (String($0.output.1), String($0.output.2)) }
    }

    @Test("the examples are answers that the mock gives")
    func examples() throws {
        let examples = try Self.examples()
        #expect(examples.count >= 8)
        for (target, file) in examples {
            let answer = try MockAPI().answer(MockRequest(.get, target))
            let example = try Data(contentsOf: Self.folder.appendingPathComponent("examples/\(file)"))
            #expect(
                answer.status == .ok && answer.body == [UInt8](example), "\(file); scripts/contract examples writes it")
        }
    }

    @Test("no example is without a request")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appendingPathComponent("examples").path)
        #expect(Set(files) == Set(try Self.examples().map(\.file)))
    }

    @Test("every list and control endpoint is described")
    func paths() throws {
        let document = try Self.document()
        let lists = ListName.allCases.map { "\(MockAPI.gourmetPath)/\($0.rawValue)" }
        let controls = ["journal", "events", "faults", "tick"].map { "\(ControlEndpoint.path)/\($0)" }
        for path in lists + controls { #expect(document.contains("\n  \(path):\n"), "\(path)") }
    }
}

import Foundation
import Testing

@testable import FeedCache

@Suite("The privacy manifest of the library")
struct PrivacyManifestTests {
    private struct Manifest: Decodable {
        struct API: Decodable {
            let category: String
            let reasons: [String]

            enum CodingKeys: String, CodingKey {
                case category = "NSPrivacyAccessedAPIType"
                case reasons = "NSPrivacyAccessedAPITypeReasons"
            }
        }

        let tracks: Bool
        let domains: [String]
        let collected: [String]
        let apis: [API]

        enum CodingKeys: String, CodingKey {
            case tracks = "NSPrivacyTracking"
            case domains = "NSPrivacyTrackingDomains"
            case collected = "NSPrivacyCollectedDataTypes"
            case apis = "NSPrivacyAccessedAPITypes"
        }
    }

    /// The names that need a reason, by category (Apple, “Describing use of required reason API”).
    private static let names: [String: Set<String>] = [
        "FileTimestamp": [
            "stat", "fstat", "fstatat", "lstat", "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat",
            "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey",
        ],
        "SystemBootTime": ["systemUptime", "mach_absolute_time"],
        "DiskSpace": [
            "statfs", "statvfs", "fstatfs", "fstatvfs", "systemFreeSize", "systemSize", "volumeAvailableCapacityKey",
            "volumeAvailableCapacityForImportantUsageKey", "volumeAvailableCapacityForOpportunisticUsageKey",
            "volumeTotalCapacityKey",
        ],
        "ActiveKeyboards": ["activeInputModes"],
        "UserDefaults": ["UserDefaults", "NSUserDefaults"],
    ]

    private func manifest() throws -> Manifest {
        let url = try #require(Bundle.module.url(forResource: "PrivacyInfo", withExtension: "xcprivacy"))
        return try PropertyListDecoder().decode(Manifest.self, from: Data(contentsOf: url))
    }

    /// The words of what an app links with the library, comments left out.
    private func words() throws -> Set<String> {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
        var words: Set<String> = []
        for module in ["FeedModel", "FeedSlots", "FeedStore", "FeedSource", "FeedCache"] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: sources.appending(path: module).path)
            for file in files where file.hasSuffix(".swift") {
                let text = try String(contentsOf: sources.appending(path: "\(module)/\(file)"), encoding: .utf8)
                for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                    words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                }
            }
        }
        return words
    }

    @Test("is a resource that says nothing of people is collected, and nobody is tracked")
    func nothing() throws {
        let manifest = try manifest()
        #expect(!manifest.tracks && manifest.domains.isEmpty && manifest.collected.isEmpty)
    }

    @Test("names what the code uses of the system, and nothing else")
    func used() throws {
        let words = try words()
        #expect(words.count > 1_000)
        let used = Self.names.filter { !$0.value.isDisjoint(with: words) }.map {
            "NSPrivacyAccessedAPICategory\($0.key)"
        }
        let apis = try manifest().apis
        #expect(apis.map(\.category).sorted() == used.sorted())
        // The database is in the container of the app or of its group.
        #expect(apis.map(\.reasons) == [["C617.1"]])
    }
}

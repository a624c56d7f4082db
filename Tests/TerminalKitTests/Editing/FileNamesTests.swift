import Foundation
import TestSupport
import Testing

@testable import TerminalKit

@Suite("Names of files that a path could go on to")
struct FileNamesTests {
    @Test("are found behind any number of others that are not meant, 500 at most")
    func many() throws {
        let folder = try TemporaryFolder()
        for number in 0..<510 { try Data().write(to: URL(filePath: folder.path("a\(number).json"))) }
        for name in ["x.toml", "y.txt"] { try Data().write(to: URL(filePath: folder.path(name))) }
        try FileManager.default.createDirectory(atPath: folder.path("z"), withIntermediateDirectories: true)
        let path = folder.path + "/"
        #expect(FileNames.candidates(for: path, extensions: ["toml"]).map(\.word) == [path + "x.toml", path + "z/"])
        #expect(FileNames.candidates(for: path, onlyFolders: true).map(\.word) == [path + "z/"])
        #expect(FileNames.candidates(for: path).count == 500)
    }
}

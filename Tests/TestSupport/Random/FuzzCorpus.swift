import Foundation

/// Inputs that decoders are tried with: where the fuzzers start, and the seeded mutations of the tests too.
public enum FuzzCorpus {
    /// The inputs for that decoder, in the order of their names.
    public static func inputs(for decoder: String) throws -> [[UInt8]] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = tests.appending(path: "Fuzzing/Corpus/\(decoder)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    }
}

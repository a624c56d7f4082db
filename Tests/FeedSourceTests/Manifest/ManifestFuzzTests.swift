import TestSupport
import Testing

@testable import FeedSource

@Suite struct ManifestFuzzTests {
    @Test("Mutated manifests never trap: they are read, or refused in one line that names the file")
    func mutated() throws {
        let corpus = try FuzzCorpus.inputs(for: "manifest")
        for seed in SeededGenerator.seeds(1000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            do throws(ManifestError) {
                let manifest = try Manifest(toml: String(decoding: bytes, as: UTF8.self), file: "feed.toml")
                #expect(!manifest.collections.isEmpty, "seed \(seed)")
            } catch {
                let text = "\(error)"
                #expect(text.contains("feed.toml") && !text.contains("\n"), "seed \(seed): \(text)")
            }
        }
    }
}

import Foundation
import PictureServer

/// The pictures of a sync, beside what curl needs to write the same ones into files: 1,000 of 100 kB, four at the same time
/// over connections that are kept.
enum PicturesBenchmark {
    private static let rounds = 7
    private static let count = 1_000
    private static let size = 100_000
    private static let concurrency = 4

    /// - Throws: `ChildProcess.Failure`, also where the program is not built, or there is no curl.
    static func run() throws {
        let program = try ChildProcess.measuredProgram()
        guard let curl = ["/usr/bin/curl", "/usr/local/bin/curl"].first(where: FileManager.default.isExecutableFile)
        else { throw ChildProcess.Failure(description: "there is no curl") }
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-pictures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(to: folder)
        let port = picture_server(folder.path)
        guard port > 0 else { throw ChildProcess.Failure(description: "no server can be started") }
        let (list, plain, whole) = try writeInputs(to: folder, origin: "http://127.0.0.1:\(port)")
        var runs: (curl: [ChildProcess], plain: [ChildProcess], whole: [ChildProcess]) = ([], [], [])
        let place = folder.appending(path: "out")
        for _ in 0..<rounds {
            func inNewFolder(_ run: () throws -> ChildProcess) throws -> ChildProcess {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                // Files go at the end only: ext4 looks for long where many were deleted a moment ago.
                defer {
                    try? FileManager.default.moveItem(
                        at: place, to: folder.appending(path: "out-\(UUID().uuidString)"))
                }
                return try run()
            }
            runs.curl.append(
                try inNewFolder {
                    try ChildProcess.run(
                        curl, ["-sZ", "--no-progress-meter", "--parallel-max", "\(concurrency)", "-K", list])
                })
            func sync(_ manifest: String) throws -> ChildProcess {
                let database = place.appending(path: "feed.db").path
                return try inNewFolder {
                    try ChildProcess.run(program, ["sync", "-q", "--source", manifest, "--db", database])
                }
            }
            runs.plain.append(try sync(plain))
            runs.whole.append(try sync(whole))
        }
        let table = TextTable(
            title: "pictures: \(count) of \(size) bytes, \(concurrency) at a time; medians of \(rounds) rounds",
            columns: [.text("what", 34), .number("processor/s", 11), .number("× curl", 7), .number("memory/MB", 9)])
        table.printHeader()
        for (name, runs, base) in [
            ("curl", runs.curl, runs.curl), ("sync of the list alone", runs.plain, runs.curl),
            ("sync with its pictures", runs.whole, runs.curl),
        ] {
            // Pair by pair: what else the machine does changes from one minute to the next.
            let ratios = zip(runs, base).map { $0.processor / $1.processor }
            table.printRow([
                name, String(format: "%.3f", median(runs.map { $0.processor / .seconds(1) })),
                String(format: "%.2f", median(ratios)),
                String(format: "%.1f", median(runs.map { Double($0.peakMemory) / 1_048_576 })),
            ])
        }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Writes pictures, each of its own content, and a list that names them.
    private static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var random = SplitMix64(state: 1)
        let head: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 40, 0, 0, 0,
            30,
        ]
        for number in 0..<count {
            let words = (0..<(size - head.count) / 8).map { _ in random.next() }
            var picture = Data(head)
            words.withUnsafeBytes { picture.append(contentsOf: $0) }
            try picture.write(to: folder.appending(path: "\(number).png"))
        }
        let items = (0..<count).map { #"{"id":\#($0),"image":"/\#($0).png"}"# }
        try Data("[\(items.joined(separator: ","))]".utf8).write(to: folder.appending(path: "list.json"))
    }

    /// - Returns: paths: what curl reads, and the manifests without and with pictures.
    private static func writeInputs(
        to folder: URL, origin: String
    ) throws -> (list: String, plain: String, whole: String) {
        func write(_ text: String, _ name: String) throws -> String {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let list = (0..<count).map { number in
            "url = \"\(origin)/\(number).png\"\noutput = \"\(folder.path)/out/\(number).png\"\n"
        }
        let manifest = """
            [source]
            name = "bench"
            base_url = "\(origin)"
            concurrency = \(concurrency)
            assets_max = "1GB"
            assets_ahead = \(count)
            [[collections]]
            name = "list"
            path = "list.json"
            items = ""
            id = "id"
            paging = { style = "none" }

            """
        return (
            try write(list.joined(), "curl.txt"), try write(manifest, "plain.toml"),
            try write(manifest + "assets = [\"image\"]\n", "whole.toml")
        )
    }
}

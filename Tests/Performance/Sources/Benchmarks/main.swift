import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The benchmarks by name; each takes a few seconds, `ingest` some minutes.
let benchmarks: [(name: String, run: () throws -> Void)] = [
    ("diff", DiffBenchmark.run), ("decode", PageDecodingBenchmark.run), ("slots", SlotBenchmark.run),
    ("window", WindowBenchmark.run), ("pictures", PicturesBenchmark.run), ("idle", IdleBenchmark.run),
    ("ingest", IngestBenchmark.run),
]

let names = Array(CommandLine.arguments.dropFirst())
if names.first == "floor" { exit(IngestBenchmark.writeFloor(Array(names.dropFirst()))) }
if names.first == "observe", names.count == 3 {
    try await IdleBenchmark.observe(manifest: names[1], database: names[2])
    exit(0)
}
if let unknown = names.first(where: { name in !benchmarks.contains { $0.name == name } }) {
    print("no benchmark “\(unknown)”; there are: \(benchmarks.map(\.name).joined(separator: ", "))")
    exit(64)
}

var load = [0.0, 0.0, 0.0]
getloadavg(&load, 3)
let loads = load.map { String(format: "%.2f", $0) }.joined(separator: ", ")
print("load average \(loads) on \(ProcessInfo.processInfo.activeProcessorCount) processors")
for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
    do {
        try benchmark.run()
    } catch {
        print("\(benchmark.name): \(error)")
        exit(70)
    }
}

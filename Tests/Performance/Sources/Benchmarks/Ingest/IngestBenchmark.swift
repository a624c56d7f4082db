import Foundation
import IngestFloor

/// Syncs of a list over HTTP by the built program, beside what storing the same rows costs in C, and a script.
enum IngestBenchmark {
    private static let rounds = 5

    private static let table = [
        TextTable.Column.text("what", 36), .number("wall/s", 8), .number("processor/s", 11), .number("items/s", 9),
        .number("× C wall", 9), .number("× C proc.", 9), .number("memory/MB", 9), .number("file/payload", 12),
    ]

    /// One of the lines: what was measured in each round.
    private struct Line {
        let name: String
        var runs: [ChildProcess] = []
        var fileRatio: Double?

        init(_ name: String) { self.name = name }

        var wall: Double { Self.median(runs.map { $0.wall / .seconds(1) }) }
        var processor: Double { Self.median(runs.map { $0.processor / .seconds(1) }) }

        private static func median(_ values: [Double]) -> Double {
            values.sorted()[values.count / 2]
        }

        func print(_ table: TextTable, items: Int, floor: Line?) {
            func text(_ value: Double?, _ digits: Int) -> String {
                value.map { String(format: "%.\(digits)f", $0) } ?? ""
            }
            table.printRow([
                name, text(wall, 2), text(processor, 2), String(Int(Double(items) / wall)),
                text(floor.map { wall / $0.wall }, 1), text(floor.map { processor / $0.processor }, 1),
                text(runs.map { Double($0.peakMemory) / 1_048_576 }.max(), 1), text(fileRatio, 2),
            ])
        }
    }

    /// Prints a table for the list of 200,000 items, and one for a million, for other shapes and for slow servers.
    ///
    /// - Throws: `ChildProcess.Failure`, also where the program is not built.
    static func run() throws {
        let program = try ChildProcess.measuredProgram()
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-ingest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try compare(
            IngestWorld(folder: folder.appending(path: "list"), itemCount: 200_000, itemSize: 340), program: program)
        try million(in: folder, program: program)
        try shapes(in: folder, program: program)
        try slowServers(in: folder, program: program)
    }

    // MARK: One list

    private static func compare(_ world: IngestWorld, program: String) throws {
        try world.write()
        let server = try FileServer(world.folder, program: program)
        let manifest = try world.writeManifest(origin: server.origin)
        var floors = ["new", "the same again", "1 % changed"].map { Line("plain C, rows alone: \($0)") }
        var scripts = Script.allCases.filter { $0.isAvailable() }
            .map { (script: $0, line: Line("script of 12 lines, \($0.rawValue)")) }
        var lines = ["new", "the same again (--full)", "304 on each page", "1 % changed"].map(Line.init)
        for round in 0..<rounds {
            func file(_ name: String) -> String { world.folder.appending(path: "\(name)-\(round).db").path }
            func sync(_ options: String...) throws -> ChildProcess {
                try ChildProcess.run(
                    program, ["sync", "-q", "--source", manifest, "--db", file("feed")] + options)
            }
            for (index, changed) in [0, 0, 1].enumerated() {
                floors[index].runs.append(try runFloor(world, file("floor"), changed: changed))
            }
            floors[0].fileRatio = try ratio(file("floor"), world)
            for (index, script) in scripts.map(\.script).enumerated() {
                scripts[index].line.runs.append(try script.run(world, server.origin, file(script.rawValue)))
            }
            lines[0].runs.append(try sync())
            lines[0].fileRatio = try ratio(file("feed"), world)
            lines[1].runs.append(try sync("--full"))
            lines[2].runs.append(try sync())
            try world.write(changed: 1)
            lines[3].runs.append(try sync())
            try world.write()
            for name in ["floor", "feed"] + scripts.map(\.script.rawValue) {
                try? FileManager.default.removeItem(atPath: file(name))
            }
        }
        let table = TextTable(
            title: """
                ingest: \(world.itemCount) items of \(world.itemSize) bytes, \(world.pageSize) a page, from \(server.name)
                """,
            columns: table)
        table.printHeader()
        for floor in floors { floor.print(table, items: world.itemCount, floor: nil) }
        for line in scripts.map(\.line) { line.print(table, items: world.itemCount, floor: floors[0]) }
        for (line, floor) in zip(lines, [floors[0], floors[1], nil, floors[2]]) {
            line.print(table, items: world.itemCount, floor: floor)
        }
    }

    /// This program again, as the floor: it has to be a process of its own to be measured as one.
    private static func runFloor(_ world: IngestWorld, _ path: String, changed: Int = 0) throws -> ChildProcess {
        try ChildProcess.run(
            CommandLine.arguments[0],
            ["floor", path] + (1...2).map { world.item(123_456, version: $0) }
                + [world.pageCount, world.pageSize, changed].map(String.init))
    }

    /// Stores the rows, in the process that `runFloor` has started.
    ///
    /// - Parameter arguments: the path, both payloads, the pages, the items of a page, and how many of a hundred have the other
    ///   payload.
    /// - Returns: a result code of SQLite.
    static func writeFloor(_ arguments: [String]) -> Int32 {
        let numbers = arguments.dropFirst(3).compactMap { Int32($0) }
        guard numbers.count == 3 else { return 64 }
        return arguments[1].withCString { payload in
            arguments[2].withCString { other in
                ingest_floor(
                    arguments[0],
                    IngestRows(
                        payload: payload, other: other, length: Int32(arguments[1].utf8.count), pages: numbers[0],
                        page_size: numbers[1], changed: numbers[2]))
            }
        }
    }

    /// What people write in Python for the same work, by the library that asks for the pages.
    private enum Script: String, CaseIterable {
        case httpClient = "http.client"
        case requests

        private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
            .first(where: FileManager.default.isExecutableFile)

        /// Whether there is a Python that has the library.
        func isAvailable() -> Bool {
            guard let python = Self.python else { return false }
            let test = "import importlib.util, sys; sys.exit(0 if importlib.util.find_spec('\(rawValue)') else 1)"
            return (try? ChildProcess.run(python, ["-c", test])) != nil
        }

        private var text: String {
            let (start, body) =
                switch self {
                case .httpClient:
                    (
                        "client = http.client.HTTPConnection(host)",
                        #"client.request("GET", f"/list?page={page}"); body = client.getresponse().read()"#
                    )
                case .requests:
                    ("client = requests.Session()", #"body = client.get(f"http://{host}/list?page={page}").content"#)
                }
            return """
                import \(rawValue), json, sqlite3, sys
                host, path, pages = sys.argv[1], sys.argv[2], int(sys.argv[3])
                \(start)
                db = sqlite3.connect(path)
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("CREATE TABLE item (key TEXT PRIMARY KEY, payload TEXT)")
                for page in range(1, pages + 1):
                    \(body)
                    items = json.loads(body)["items"]
                    with db:
                        rows = [(item["id"], json.dumps(item)) for item in items]
                        db.executemany("INSERT OR REPLACE INTO item VALUES (?, ?)", rows)
                """
        }

        func run(_ world: IngestWorld, _ origin: String, _ path: String) throws -> ChildProcess {
            guard let python = Self.python else { throw ChildProcess.Failure(description: "there is no Python") }
            return try ChildProcess.run(
                python, ["-c", text, String(origin.dropFirst("http://".count)), path, "\(world.pageCount)"])
        }
    }

    private static func ratio(_ path: String, _ world: IngestWorld) throws -> Double {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        return Double(size) / Double(world.itemCount * world.itemSize)
    }

    // MARK: A million, shapes and slow servers

    private static func million(in folder: URL, program: String) throws {
        let world = IngestWorld(folder: folder.appending(path: "million"), itemCount: 1_000_000, itemSize: 340)
        try world.write()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let server = try FileServer(world.folder, program: program)
        let manifest = try world.writeManifest(origin: server.origin)
        let path = world.folder.appending(path: "feed.db").path
        var (floor, new, status) = (Line("plain C, rows alone"), Line("new"), Line("status"))
        floor.runs = [try runFloor(world, world.folder.appending(path: "floor.db").path)]
        new.runs = [try ChildProcess.run(program, ["sync", "-q", "--source", manifest, "--db", path])]
        new.fileRatio = try ratio(path, world)
        for _ in 0..<rounds {
            status.runs.append(try ChildProcess.run(program, ["status", "--source", manifest, "--db", path]))
        }
        let table = TextTable(title: "ingest: \(world.itemCount) items, once", columns: table)
        table.printHeader()
        for line in [floor, new, status] { line.print(table, items: world.itemCount, floor: floor) }
    }

    private static func shapes(in folder: URL, program: String) throws {
        let table = TextTable(title: "ingest: 20,000 new items of other shapes", columns: table)
        table.printHeader()
        func measure(
            _ name: String, size: Int = 340, depth: Int = 0, isCursorList: Bool = false, isPacked: Bool = false,
            isEncrypted: Bool = false
        ) throws {
            let place = folder.appending(path: "shape-\(UUID().uuidString)")
            let world = IngestWorld(
                folder: place, itemCount: 20_000, itemSize: size, depth: depth, isCursorList: isCursorList)
            try world.write()
            let certificate = isEncrypted ? try BenchCertificate(in: place) : nil
            let server = try FileServer(
                world.folder, program: program, isPacked: isPacked, certificate: certificate)
            let manifest = try world.writeManifest(origin: server.origin)
            var (line, floor) = (Line(name), Line("floor"))
            for round in 0..<rounds {
                let path = place.appending(path: "feed-\(round).db").path
                let sync = ["sync", "-q", "--source", manifest, "--db", path]
                line.runs.append(try certificate?.run(program, sync) ?? ChildProcess.run(program, sync))
                line.fileRatio = try ratio(path, world)
                floor.runs.append(try runFloor(world, place.appending(path: "floor-\(round).db").path))
            }
            line.print(table, items: world.itemCount, floor: floor)
        }
        try measure("60 bytes", size: 60)
        try measure("340 bytes")
        try measure("340 bytes, by cursor", isCursorList: true)
        try measure("340 bytes, gzip from nginx", isPacked: true)
        do {
            try measure("340 bytes, HTTPS", isEncrypted: true)
        } catch let failure as ChildProcess.Failure {
            print("340 bytes, HTTPS: not measured: \(failure)")
        }
        try measure("1 KiB", size: 1_024)
        try measure("1 KiB, 64 objects deep", size: 1_024, depth: 64)
    }

    private static func slowServers(in folder: URL, program: String) throws {
        let table = TextTable(
            title: "ingest: pages of 100 items, each answer after 100 ms",
            columns: [.text("what", 38), .number("wall/s", 8), .number("round trips", 11)])
        table.printHeader()
        for (name, isCursorList, listCount) in [
            ("20 pages that are asked for ahead", false, 1), ("20 pages that name the next", true, 1),
            ("six lists of a page", false, 6),
        ] {
            let place = folder.appending(path: "slow-\(isCursorList)-\(listCount)")
            let world = IngestWorld(
                folder: place, itemCount: listCount > 1 ? 100 : 2_000, itemSize: 340, isCursorList: isCursorList)
            try world.write()
            let server = try FileServer(world.folder, program: program, latency: 100)
            let manifest = try world.writeManifest(origin: server.origin, listCount: listCount)
            var line = Line(name)
            for round in 0..<rounds {
                let path = place.appending(path: "feed-\(round).db").path
                line.runs.append(try ChildProcess.run(program, ["sync", "-q", "--source", manifest, "--db", path]))
            }
            table.printRow([name, String(format: "%.2f", line.wall), String(format: "%.1f", line.wall / 0.1)])
        }
    }
}

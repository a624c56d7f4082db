import Foundation

/// A PostgreSQL of its own, in a folder that goes with it: the socket is there, and there is no TCP.
final class PostgreSQLServer {
    private let folder: URL
    private let bin: URL

    /// What is said where a test of it is skipped.
    static let missing: String = "PostgreSQL is not installed; apt-get install postgresql"

    /// Where the programs are; nil where it is not installed. The latest version of those that are.
    static let programs: URL? = {
        let versions = URL(filePath: "/usr/lib/postgresql")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
        return names.compactMap(Int.init).sorted().last.map { versions.appending(path: "\($0)/bin") }
            .flatMap { FileManager.default.isExecutableFile(atPath: $0.appending(path: "initdb").path) ? $0 : nil }
    }()

    init() throws {
        guard let programs = Self.programs else { throw ForeignProgram.Failure(output: Self.missing) }
        bin = programs
        // The path of a socket is short.
        folder = URL(filePath: "/tmp/feedcache-pg-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if geteuid() == 0 { try ForeignProgram.start("/bin/chown", ["nobody", folder.path]) }
        try runUnprivileged("initdb", ["-D", data, "-U", "feed", "-A", "trust", "-E", "UTF8", "--no-sync"])
        try runUnprivileged(
            "pg_ctl",
            [
                "-D", data, "-w", "-l", folder.appending(path: "log").path, "-o",
                "-k \(folder.path) -c listen_addresses='' -c fsync=off", "start",
            ])
    }

    deinit {
        // By the process that the folder names.
        try? runUnprivileged("pg_ctl", ["-D", data, "-m", "fast", "-w", "stop"])
        try? FileManager.default.removeItem(at: folder)
    }

    private var data: String { folder.appending(path: "data").path }

    /// What tells psql where the server is.
    func environment(database: String = "postgres") -> [String: String] {
        [
            "PGHOST": folder.path, "PGUSER": "feed", "PGDATABASE": database,
            "PATH": "\(bin.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        ]
    }

    /// Makes a database with the tables of a mirror.
    func makeMirror(_ name: String, schema: String) throws {
        try query("CREATE DATABASE \(name)", database: "postgres")
        try query(schema, database: name)
    }

    /// The rows of a query, columns joined by `|`.
    @discardableResult
    func query(_ sql: String, database: String) throws -> [String] {
        let (status, output) = try ForeignProgram.run(
            bin.appending(path: "psql").path, ["-XAtq", "-v", "ON_ERROR_STOP=1", "-f", "-"],
            environment: environment(database: database), input: sql)
        guard status == 0 else { throw ForeignProgram.Failure(output: output) }
        return output.split(separator: "\n").map(String.init)
    }

    /// Lets no file of the server grow beyond so many bytes; nil: as far as it likes. Connections made from now on are held
    /// to it.
    func limitFiles(to bytes: Int?) throws {
        let process = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8).prefix { !$0.isNewline }
        let limit = bytes.map { "\($0)" } ?? "unlimited"
        try runUnprivileged("/usr/bin/prlimit", ["--pid", String(process), "--fsize=\(limit):"])
    }

    private func runUnprivileged(_ program: String, _ arguments: [String]) throws {
        let path = program.hasPrefix("/") ? program : bin.appending(path: program).path
        guard geteuid() == 0 else { return try ForeignProgram.start(path, arguments) }
        // PostgreSQL refuses to be run by the superuser.
        try ForeignProgram.start(
            "/usr/bin/setpriv", ["--reuid=nobody", "--regid=nogroup", "--clear-groups", path] + arguments)
    }
}

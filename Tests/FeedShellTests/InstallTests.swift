import Foundation
import TestSupport
import Testing

/// `scripts/install --timer`, with a Swift and a systemd that only note what they are asked for.
@Suite("The timer that scripts/install makes")
struct InstallTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["bin", "built", "home"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try write("built/feedcache", "echo text")
        try write("bin/swift", "case \"$*\" in *--show-bin-path*) echo '\(folder.path("built"))';; esac")
        try write("bin/crontab", "exit 1")
    }

    private func write(_ name: String, _ script: String) throws {
        try "#!/bin/sh\n\(script)\n".write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }

    private func setSystemd(isThere: Bool) throws {
        try write("bin/systemctl", isThere ? "echo \"$*\" >>'\(folder.path("asked"))'" : "exit 1")
    }

    private var prefix: String { folder.path("home/my 50% $dir") }

    private func install(_ arguments: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = ProjectFile.root.appending(path: "scripts/install")
        process.arguments = ["--prefix", prefix] + arguments
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = ["PATH": "\(folder.path("bin")):\(path)", "HOME": folder.path("home")]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    private var units: [String] {
        let path = folder.path("home/.config/systemd/user")
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    private func unit(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path("home/.config/systemd/user/\(name)"), encoding: .utf8)
    }

    @Test("is user units of systemd, which --uninstall takes away")
    func systemd() throws {
        try setSystemd(isThere: true)
        #expect(try install("--timer", "2h").status == 0)
        #expect(units == ["feedcache-prune.service", "feedcache-prune.timer", "feedcache.service", "feedcache.timer"])
        let program = folder.path("home/my 50%% $$dir/bin/feedcache")
        #expect(try unit("feedcache.service").contains("\nExecStart=\"\(program)\" sync -q --alarm-after 2h\n"))
        #expect(try unit("feedcache-prune.service").contains("\nExecStart=\"\(program)\" prune -q\n"))
        #expect(try unit("feedcache.timer").contains("\nOnUnitActiveSec=2h\n"))
        let asked = try String(contentsOfFile: folder.path("asked"), encoding: .utf8)
        #expect(asked.contains("--user enable --now --quiet feedcache.timer feedcache-prune.timer\n"))
        #expect(try install("--uninstall").status == 0)
        #expect(units == [])
        #expect(try String(contentsOfFile: folder.path("asked"), encoding: .utf8).contains("--user disable --now"))
        #expect(!FileManager.default.fileExists(atPath: prefix + "/bin/feedcache"))
    }

    @Test("is a crontab to add where there is no systemd")
    func cron() throws {
        try setSystemd(isThere: false)
        let (status, output) = try install("--timer", "10m")
        #expect(status == 0 && units == [])
        let program = folder.path(#"home/my\ 50\%\ \$dir/bin/feedcache"#)
        #expect(output.contains("\n*/10 * * * * \(program) sync -q --alarm-after 2h\n"), "\(output)")
        #expect(output.contains("\n17 4 * * * \(program) prune -q\n"), "\(output)")
        #expect(try install("--timer=1d").output.contains("\n0 5 * * * "))
    }

    @Test(
        "is refused before anything is installed where it makes no sense", arguments: ["7m", "0m", "10", "soon", "25h"])
    func refused(timer: String) throws {
        try setSystemd(isThere: false)
        let (status, output) = try install("--timer", timer)
        #expect(status == 64 && output.hasPrefix("install: "), "\(output)")
        #expect(!FileManager.default.fileExists(atPath: prefix))
    }

    @Test("runs what the examples say")
    func examples() throws {
        for name in ["crontab", "feedcache.service"] {
            let text = try String(
                contentsOf: ProjectFile.root.appending(path: "scripts/examples/\(name)"), encoding: .utf8)
            #expect(text.contains("feedcache sync -q --alarm-after 2h\n"), "\(name)")
        }
    }
}

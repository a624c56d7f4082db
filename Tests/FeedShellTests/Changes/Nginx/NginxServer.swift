import Foundation
import TestSupport

/// An nginx with the configuration of the article “Mirroring in a database”, in a folder that goes with it.
///
/// What is other than there: the addresses, the folders, and that answers are valid for an hour, so that no test depends on
/// how fast it runs.
final class NginxServer {
    private let folder: URL
    private let port: UInt16
    /// The API, as its clients see it.
    let baseURL: String

    /// Where the program is; nil where it is not installed.
    static let program: String? = ["/usr/sbin/nginx", "/usr/bin/nginx"].first(
        where: FileManager.default.isExecutableFile)

    /// - Parameter api: the API's address.
    init(before api: String) throws {
        folder = URL(filePath: "/tmp/feedcache-nginx-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let origin = URLComponents(string: api), let host = origin.host, let apiPort = origin.port else {
            throw ForeignProgram.Failure(output: "\(api) is no address")
        }
        port = try Self.freePort()
        baseURL = "http://127.0.0.1:\(port)\(origin.path)"
        let text = try Self.article()
        let site = text.replacing("/var/cache/nginx/api", with: folder.appending(path: "cache").path)
            .replacing("listen 8080", with: "listen 127.0.0.1:\(port)")
            .replacing("https://api.example.com", with: "http://\(host):\(apiPort)").replacing(" 10s;", with: " 1h;")
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { name in
            "\(name)_temp_path \(folder.path)/\(name);"
        }
        let configuration = """
            \(geteuid() == 0 ? "user root;" : "")
            pid \(folder.path)/pid;
            error_log \(folder.path)/errors;
            events {}
            http {
            access_log \(folder.path)/requests;
            \(temporary.joined(separator: "\n"))
            \(site)
            }

            """
        try configuration.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        // It goes to the background when it listens.
        try run([])
    }

    deinit {
        try? run(["-s", "stop"])
        try? FileManager.default.removeItem(at: folder)
    }

    /// How many requests it has answered. It notes a request after its client has the answer, so some seconds are
    /// allowed for as many as are expected.
    func requests(expecting expected: Int) async throws -> Int {
        var count = 0
        for _ in 0..<1_000 {
            count = try String(contentsOf: folder.appending(path: "requests"), encoding: .utf8).count { $0.isNewline }
            if count >= expected { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        return count
    }

    private func run(_ arguments: [String]) throws {
        guard let program = Self.program else { return }
        try ForeignProgram.start(
            program, ["-p", folder.path, "-c", "\(folder.path)/nginx.conf", "-e", "\(folder.path)/errors"] + arguments)
    }

    private static func article() throws -> String {
        let file = ProjectFile.root.appending(path: "Sources/FeedCache/FeedCache.docc/MirroringInADatabase.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        guard let start = text.range(of: "```nginx\n"),
            let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
        else { throw ForeignProgram.Failure(output: "the article has no configuration") }
        return String(text[start.upperBound..<end.lowerBound])
    }

    /// A port of this machine that nobody listens on.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
            }
        }
        guard status == 0 else { throw ForeignProgram.Failure(output: "no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }
}

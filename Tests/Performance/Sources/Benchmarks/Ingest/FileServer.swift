import Foundation

/// A server of the pages on a free port of 127.0.0.1: nginx where it is installed, else the mock API.
final class FileServer {
    let origin: String
    let name: String
    private let process = Process()

    /// - Parameters:
    ///   - folder: what is served.
    ///   - program: `feedcache`, for the mock API.
    ///   - latency: how long each answer takes, in milliseconds; 0 for no wait. The mock API serves then.
    ///   - isPacked: whether nginx packs its answers with gzip.
    ///   - certificate: nginx speaks HTTPS with it.
    /// - Throws: where nothing can be started.
    init(
        _ folder: URL, program: String, latency: Int = 0, isPacked: Bool = false, certificate: BenchCertificate? = nil
    ) throws {
        let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
            .first(where: FileManager.default.isExecutableFile)
        let port = try Self.freePort()
        origin = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
        if let nginx, latency == 0 {
            name = "nginx"
            let file = folder.appending(path: "nginx.conf")
            try Data(Self.configuration(folder, port, isPacked: isPacked, certificate).utf8).write(to: file)
            process.executableURL = URL(filePath: nginx)
            process.arguments = ["-c", file.path, "-e", folder.appending(path: "nginx.log").path, "-g", "daemon off;"]
        } else if certificate != nil {
            throw ChildProcess.Failure(description: "HTTPS is measured with nginx, which is not here")
        } else {
            name = "the mock API"
            process.executableURL = URL(filePath: program)
            process.arguments = [
                "mock", "serve", "--directory", folder.path, "--port", "\(port)", "--latency", "\(latency)ms",
            ]
        }
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try Self.wait(for: port, of: name)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { throw ChildProcess.Failure(description: "there is no free port") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// A port of 127.0.0.1.
    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    private static func configuration(
        _ folder: URL, _ port: UInt16, isPacked: Bool, _ certificate: BenchCertificate?
    ) -> String {
        let tls = certificate.map {
            "ssl_certificate \($0.chain.path); ssl_certificate_key \($0.key.path);"
        }
        return """
            worker_processes 1;
            pid \(folder.path)/nginx.pid;
            events {}
            http {
                access_log off;
                client_body_temp_path \(folder.path)/body;
                proxy_temp_path \(folder.path)/proxy;
                fastcgi_temp_path \(folder.path)/fastcgi;
                uwsgi_temp_path \(folder.path)/uwsgi;
                scgi_temp_path \(folder.path)/scgi;
                keepalive_requests 1000000;
                types { application/json json; }
                gzip \(isPacked ? "on" : "off");
                gzip_types application/json;
                map $arg_page $page { default $arg_page; "" 1; }
                server {
                    listen 127.0.0.1:\(port)\(tls == nil ? "" : " ssl");
                    \(tls ?? "")
                    root \(folder.path);
                    location = /list { rewrite ^ /list/$page.json break; }
                }
            }

            """
    }

    /// Waits until a connection is taken: 10 s at most.
    private static func wait(for port: UInt16, of name: String) throws {
        var address = address(port: port)
        for _ in 0..<200 {
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            let isTaken = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isTaken { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw ChildProcess.Failure(description: "\(name) takes no connection")
    }
}

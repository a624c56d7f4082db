import Foundation

/// A certificate for 127.0.0.1, made with openssl, and programs that trust it and no other.
///
/// A program finds it in place of the system's certificates, in a mount namespace of its own. That takes Linux, openssl,
/// and a kernel that lets this user have a namespace.
struct BenchCertificate {
    let chain: URL
    let key: URL

    private static let systemFile = "/etc/ssl/certs/ca-certificates.crt"

    /// - Throws: `ChildProcess.Failure` where it cannot be made or trusted here.
    init(in folder: URL) throws {
        chain = folder.appending(path: "certificate.pem")
        key = folder.appending(path: "key.pem")
        _ = try ChildProcess.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key.path, "-out",
                chain.path,
            ])
        _ = try run("/bin/true", [])
    }

    /// Runs a program that trusts this certificate. What it costs includes the namespace: some milliseconds.
    ///
    /// - Throws: as `ChildProcess.run`.
    func run(_ path: String, _ arguments: [String]) throws -> ChildProcess {
        let namespace = getuid() == 0 ? ["--mount"] : ["--map-root-user", "--mount"]
        return try ChildProcess.run(
            "/usr/bin/unshare",
            namespace + [
                "/bin/sh", "-c", #"mount --bind "$0" \#(Self.systemFile) && exec "$@""#, chain.path, path,
            ] + arguments)
    }
}

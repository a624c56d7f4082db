import Foundation
import NIOSSL

/// The files by which a source's connections know the server, and prove who they are: `[source.tls]`, and the variables
/// SSL_CERT_FILE and SSL_CERT_DIR, which take the place of the system's certificates.
struct TLSFiles: Hashable, Sendable {
    /// A file, and what names it: a key of the manifest or a variable.
    struct File: Hashable, Sendable {
        let path: String
        let name: String
        var template: ValueTemplate?
    }

    struct Fault: Error {
        let file: File
        let reason: String
        let isMissing: Bool

        var message: String { "\(file.name) names “\(file.path)”, which \(reason)" }
    }

    /// Certificates that are trusted beside the others.
    var authorities: File?
    /// What the client shows to the source's origin, and its key.
    var certificate: File?
    var key: File?
    /// The one origin that the certificate is shown to; nil for none.
    var origin: SourceURL.Origin?
    private let systemFile: File?
    private let systemFolder: File?

    init(environment: [String: String]) {
        let (file, folders) = ("SSL_CERT_FILE", "SSL_CERT_DIR")
        systemFile = environment[file].flatMap { $0.isEmpty ? nil : File(path: $0, name: file) }
        // OpenSSL takes several folders here, with colons between them.
        let paths = (environment[folders] ?? "").split(separator: ":").map(String.init)
        systemFolder = (paths.first { access($0, R_OK) == 0 } ?? paths.first).map { File(path: $0, name: folders) }
    }

    /// What connections go by; nil where nothing is said.
    func configuration(showsCertificate: Bool) throws(Fault) -> TLSConfiguration? {
        if [authorities, certificate, key, systemFile, systemFolder].allSatisfy({ $0 == nil }) { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        let system = try systemFile.map { file throws(Fault) in try Self.certificates(in: file) }
        if let systemFolder {
            try Self.checkAccess(systemFolder)
            configuration.trustRoots = .file(systemFolder.path)
            // What is trusted beside the roots cannot be a folder.
            configuration.additionalTrustRoots = system.map { [.certificates($0)] } ?? []
        } else if let system {
            configuration.trustRoots = .certificates(system)
        }
        if let authorities {
            configuration.additionalTrustRoots.append(.certificates(try Self.certificates(in: authorities)))
        }
        if showsCertificate, let certificate, let key {
            configuration.certificateChain = try Self.certificates(in: certificate).map { .certificate($0) }
            configuration.privateKey = .privateKey(
                try Self.read(key, "holds no private key in PEM without a password") {
                    try NIOSSLPrivateKey(file: $0, format: .pem)
                })
        }
        return configuration
    }

    /// Reads all files, up to the first that cannot be used.
    func check() throws(Fault) {
        guard let configuration = try configuration(showsCertificate: true) else { return }
        let file = key ?? authorities ?? systemFile ?? systemFolder
        if let file {
            _ = try Self.read(file, key == nil ? "cannot be used" : "is not the key of the certificate") { _ in
                try NIOSSLContext(configuration: configuration)
            }
        }
    }

    private static func certificates(in file: File) throws(Fault) -> [NIOSSLCertificate] {
        let reason = "holds no certificate in PEM"
        let certificates = try read(file, reason) { try NIOSSLCertificate.fromPEMFile($0) }
        if certificates.isEmpty { throw Fault(file: file, reason: reason, isMissing: false) }
        return certificates
    }

    private static func read<Value>(
        _ file: File, _ reason: String, _ body: (String) throws -> Value
    ) throws(Fault) -> Value {
        try checkAccess(file)
        do {
            return try body(file.path)
        } catch {
            throw Fault(file: file, reason: reason, isMissing: false)
        }
    }

    private static func checkAccess(_ file: File) throws(Fault) {
        guard access(file.path, R_OK) != 0 else { return }
        let isMissing = errno == ENOENT || errno == ENOTDIR
        throw Fault(
            file: file, reason: isMissing ? "does not exist" : "cannot be read: \(String(cString: strerror(errno)))",
            isMissing: isMissing)
    }
}

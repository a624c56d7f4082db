/// Why a mock server did not start.
public enum MockServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nobody can listen on this port now; most often somebody else does.
    case cannotListen(port: Int, reason: String)
    /// A port must be from 0 to 65,535.
    case badPort(Int)
    /// The path to serve files from is no directory.
    case notADirectory(String)
    /// A server is started once.
    case alreadyStarted

    /// Stable, for programs.
    public var code: String {
        switch self {
        case .cannotListen: "mock_cannot_listen"
        case .badPort: "mock_bad_port"
        case .notADirectory: "mock_not_a_directory"
        case .alreadyStarted: "mock_already_started"
        }
    }

    /// For people.
    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1 port \(port): \(reason); choose another port, or 0 for any free one"
        case .badPort(let port): "port \(port) is not from 0 to 65535; choose one that is"
        case .notADirectory(let path): "“\(path)” is not a directory to serve files from; name a folder of JSON files"
        case .alreadyStarted: "this mock server has been started before; make another one"
        }
    }
}

public import FeedModel

/// Why a mock server did not start.
@nonexhaustive public enum MockServerError: ReportableError, Equatable, Sendable {
    /// This port cannot be listened on; most often another process does.
    case cannotListen(host: String, port: Int, reason: String)
    /// A port must be from 0 to 65,535.
    case badPort(Int)
    /// This is no origin of web pages.
    case badOrigin(String)
    /// No certificate could be made for this host.
    case noCertificate(host: String)
    /// The path to serve files from is no directory.
    case notADirectory(String)
    /// There is no file or folder of data at this path, or it cannot be read.
    case noData(String)
    /// The data at this path cannot be served.
    case badData(String, reason: String)
    /// This is neither a paging style nor `LIST=STYLE`.
    case badPaging(String)
    /// A paging style is given for a list that the data does not have.
    case unknownList(String, known: [String])
    /// A recording cannot be written into this folder.
    case cannotWrite(String, reason: String)
    /// The folder for recordings has something else in it.
    case foreignFolder(String)
    /// There is no document at this path, or it cannot be read.
    case noDocument(String)
    /// Nothing can be held against this document.
    case badDocument(String, reason: String)
    /// A server is started once.
    case alreadyStarted

    /// Stable, for programs.
    public var code: String { report.code }

    /// For people.
    public var description: String { report.message }

    package var report: ErrorReport {
        switch self {
        case .cannotListen(let host, let port, let reason):
            ErrorReport(
                .unavailable, "mock_cannot_listen",
                "cannot listen on \(host) port \(port): \(reason); choose another port, or 0 for any free one")
        case .badPort(let port):
            ErrorReport(.unavailable, "mock_bad_port", "port \(port) is not from 0 to 65535; choose one that is")
        case .badOrigin(let text):
            ErrorReport(
                .usage, "mock_bad_origin", "“\(text)” is no origin; write * or one such as https://app.example.com")
        case .noCertificate(let host):
            ErrorReport(
                .unavailable, "mock_no_certificate",
                "no certificate can be made for “\(host)”; name the host by its address")
        case .notADirectory(let path):
            ErrorReport(
                .noInput, "mock_not_a_directory",
                "“\(path)” is not a directory to serve files from; name a folder of JSON files")
        case .noData(let path):
            ErrorReport(
                .noInput, "mock_no_data",
                "“\(path)” cannot be read; name a JSON file with a list for each key, or a folder of lists")
        case .badData(let path, let reason):
            ErrorReport(.badData, "mock_bad_data", "“\(path)” cannot be served: \(reason); mend it and start again")
        case .badPaging(let text):
            ErrorReport(
                .usage, "mock_bad_paging",
                "“\(text)” is no paging; write STYLE or LIST=STYLE, with one of \(ListPaging.list)")
        case .unknownList(let name, let known):
            ErrorReport(
                .usage, "mock_unknown_list",
                "there is no list “\(name)” in the data; there are \(known.joined(separator: ", "))")
        case .cannotWrite(let path, let reason):
            ErrorReport(
                .cannotCreate, "mock_cannot_write", "cannot record into “\(path)”: \(reason); name another folder")
        case .foreignFolder(let path):
            ErrorReport(
                .cannotCreate, "mock_foreign_folder",
                "“\(path)” has other files in it; name an empty folder, or one of recordings")
        case .noDocument(let path):
            ErrorReport(
                .noInput, "mock_no_document", "“\(path)” cannot be read; name an OpenAPI document in JSON or YAML")
        case .badDocument(let path, let reason):
            ErrorReport(
                .badData, "mock_bad_document",
                "“\(path)” cannot be used: \(reason); name an OpenAPI document in JSON or YAML")
        case .alreadyStarted:
            ErrorReport(
                .unavailable, "mock_already_started", "this mock server has been started before; make another one")
        }
    }
}

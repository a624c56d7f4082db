import FeedModel

/// Why no manifest can be written for a URL.
enum ProposalError: ReportableError, Equatable, Sendable {
    case badURL(reason: String)
    case badHeader(reason: String)
    /// The body to ask with is no JSON object.
    case badBody(reason: String)
    /// The answer holds no list; `found` says what it is.
    case noList(found: String, urls: [String])
    /// The only list in the answer has no items.
    case emptyList(place: String)
    case noID(place: String, count: Int, fields: [String])
    /// The answer says that there is more, and nothing that was tried gives it.
    case unknownPaging(sign: String, tried: [String])

    var report: ErrorReport {
        switch self {
        case .badURL(let reason):
            ErrorReport(
                .usage, "init_url", "the URL \(reason)", advice: "write it like https://api.example.com/v1/articles")
        case .badHeader(let reason):
            ErrorReport(.usage, "init_header", "--header \(reason)", advice: "write it like “Accept: application/json”")
        case .badBody(let reason):
            ErrorReport(
                .usage, "init_body", "--body \(reason)", advice: "write a JSON object, or @ and the name of a file")
        case .noList(let found, let urls):
            ErrorReport(
                .protocolError, "init_no_list", "the answer has no list of items: it is \(found)",
                advice: urls.isEmpty ? Self.otherURL : "did you mean \(urls.joined(separator: " or "))?")
        case .emptyList(let place):
            ErrorReport(
                .protocolError, "init_empty_list",
                "the list \(place) is empty, so nothing shows what its items have", advice: Self.otherURL)
        case .noID(let place, let count, let fields):
            ErrorReport(
                .protocolError, "init_no_id",
                "no field is different in each of the \(count) items of the list \(place)"
                    + (fields.isEmpty ? "" : "; they have \(fields.joined(separator: ", "))"),
                advice: "write the manifest by hand, see “help manifest”")
        case .unknownPaging(let sign, let tried):
            ErrorReport(
                .protocolError, "init_paging",
                "the answer is not the whole list: \(sign)"
                    + (tried.isEmpty ? "" : "; tried: \(tried.joined(separator: "; "))"),
                advice: "give the URL with the parameters of its first page, or write the manifest by hand")
        }
    }

    private static let otherURL = "give the URL of a list with items"
}

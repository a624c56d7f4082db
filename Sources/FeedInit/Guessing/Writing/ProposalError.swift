import FeedModel
import FeedSource

/// Why no manifest can be written for a URL.
package enum ProposalError: ReportableError, Equatable, Sendable {
    case badURL(reason: String)
    case badHeader(reason: String)
    /// The body to ask with is no JSON object.
    case badBody(reason: String)
    /// The answer holds no list; `found` says what it is.
    case noList(found: String, urls: [String])
    /// The only list in the answer has no items.
    case emptyList(place: String)
    case noID(place: String, count: Int, fields: [String])

    package var code: String {
        switch self {
        case .badURL: "init_url"
        case .badHeader: "init_header"
        case .badBody: "init_body"
        case .noList: "init_no_list"
        case .emptyList: "init_empty_list"
        case .noID: "init_no_id"
        }
    }

    package var message: String {
        switch self {
        case .badURL(let reason): "the URL \(reason)"
        case .badHeader(let reason): "--header \(reason)"
        case .badBody(let reason): "--body \(reason)"
        case .noList(let found, _): "the answer has no list of items: it is \(found)"
        case .emptyList(let place): "the list \(place) is empty, so nothing shows what its items have"
        case .noID(let place, let count, let fields):
            "no field is different in each of the \(count) items of the list \(place)"
                + (fields.isEmpty ? "" : "; they have \(fields.joined(separator: ", "))")
        }
    }

    package var advice: String? {
        switch self {
        case .badURL: "write it like https://api.example.com/v1/articles"
        case .badHeader: "write it like “Accept: application/json”"
        case .badBody: "write a JSON object, or @ and the name of a file"
        case .noList(_, let urls) where !urls.isEmpty: "did you mean \(urls.joined(separator: " or "))?"
        case .noList, .emptyList: "give the URL of a list with items"
        case .noID: "write the manifest by hand, see “help manifest”"
        }
    }
}

import FeedModel
import FeedSource
import FeedStore
import Synchronization

enum AssetError: ReportableError {
    case failed(SourceError)
    case noRoom(url: String)

    var report: ErrorReport {
        switch self {
        case .failed(let error): ErrorReport(.unavailable, "asset", error.message)
        case .noRoom(let url):
            ErrorReport(
                .cannotCreate, "asset", "there is no room for \(url)", advice: "give it more with “assets_max”")
        }
    }
}

/// Takes the content of one URL into a file, as long as it is what is wanted and there is room. The lock guards what is known
/// of it.
final class AssetDownload: BodySink {
    private struct State {
        /// As the answer says it: lower case, without parameters; "" where it does not.
        var type = ""
        var expected: Int64?
        var reserved: Int64 = 0
    }

    /// In bytes: for what does not say how long it is.
    private static let firstStep: Int64 = 65_536
    private static let unknownTypes: Set = ["", "application/octet-stream", "binary/octet-stream"]

    let file: AssetFile
    private let url: SourceURL
    private let limits: Manifest.AssetLimits
    private let budget: AssetBudget
    private let state = Mutex(State())

    init(_ url: SourceURL, into file: AssetFile, limits: Manifest.AssetLimits, budget: AssetBudget) {
        (self.url, self.file, self.limits, self.budget) = (url, file, limits, budget)
    }

    deinit { budget.giveBack(takeReservation()) }

    func begin(_ headers: HeaderFields, length: Int?) async throws {
        try file.clear()
        let type = headers["Content-Type"].map { String($0.prefix { $0 != ";" && $0 != " " }).lowercased() } ?? ""
        guard Self.unknownTypes.contains(type) || limits.takes(type) else { throw refusal("the answer is \(type)") }
        let expected = length.map(Int64.init)
        let known = state.withLock { state in
            (state.type, state.expected) = (type, expected)
            return state.reserved
        }
        let wanted = max(expected ?? min(Self.firstStep, limits.most / 4), 0) - known
        guard wanted > 0 else { return }
        guard try await budget.reserve(wanted) else { throw AssetError.noRoom(url: url.redacted) }
        state.withLock { $0.reserved += wanted }
    }

    func take(_ bytes: [UInt8]) throws {
        let missing = state.withLock { file.bytes + Int64(bytes.count) - $0.reserved }
        if missing > 0 {
            guard budget.take(missing) else { throw AssetError.noRoom(url: url.redacted) }
            state.withLock { $0.reserved += missing }
        }
        try file.append(bytes)
    }

    /// What came, once all of it is there.
    ///
    /// - Throws: `SourceError` where it is not what the answer said, or nothing that is taken.
    func content() throws -> AssetContent {
        let (type, expected) = state.withLock { ($0.type, $0.expected) }
        guard file.bytes > 0 else { throw SourceError(.malformed("the answer is empty"), url: url) }
        if let expected, expected != file.bytes {
            throw SourceError(.connection("the connection broke off before the answer was whole"), url: url)
        }
        let head = file.head(ImageHeader.usualLength)
        var image = ImageHeader(head)
        if image != nil, image?.width == nil { image = ImageHeader(file.head(ImageHeader.length)) }
        if image == nil, ImageHeader.types.contains(type) {
            throw refusal("the answer is said to be \(type), and is not")
        }
        let found = image?.type ?? type
        guard limits.takes(found), !Self.isPage(head) else {
            throw refusal(found.isEmpty ? "the answer does not say what it is" : "the answer is \(found)")
        }
        return AssetContent(
            digest: file.digest, bytes: file.bytes, type: found, width: image?.width, height: image?.height)
    }

    /// The room that was reserved for it, in bytes, of which it knows no more: the file has its name, or is thrown away.
    func takeReservation() -> Int64 {
        state.withLock { state in
            defer { state.reserved = 0 }
            return state.reserved
        }
    }

    private func refusal(_ what: String) -> SourceError {
        SourceError(.malformed("\(what); taken is \(limits.types.joined(separator: ", "))"), url: url)
    }

    /// Whether it is a web page, as of a login that is in the way.
    private static func isPage(_ head: [UInt8]) -> Bool {
        let start = head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(16)
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }
}

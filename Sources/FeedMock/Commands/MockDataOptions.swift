import ArgumentParser
import FeedMock
import FeedShell
import FeedSource

/// What a mock serves in place of the gourmet world, and how.
struct MockDataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve the lists of this JSON file, a member for each, of this CSV file, or of this folder, a file for each.",
            valueName: "file"),
        completion: .file())
    var data: String?

    @Option(
        help: ArgumentHelp("Serve the JSON files or the recordings of this folder instead.", valueName: "folder"),
        completion: .directory)
    var directory: String?

    @Option(
        help: ArgumentHelp(
            "How lists are cut into pages: STYLE for all, or LIST=STYLE; \(ListPaging.list).", valueName: "paging"))
    var paging: [String] = []

    @Option(help: ArgumentHelp("The member that is an item's ID.", valueName: "name"))
    var idField = "id"

    @Flag(help: "Links to other pages are paths, not whole URLs.")
    var relativeLinks = false

    func validate() throws {
        if directory != nil, data != nil { throw ValidationError("--data and --directory exclude each other") }
        if data == nil, directory == nil, !paging.isEmpty {
            throw ValidationError("--paging needs --data or --directory")
        }
        if data == nil, idField != "id" { throw ValidationError("--id-field needs --data") }
        if data == nil, paging.isEmpty, relativeLinks { throw ValidationError("--relative-links needs --data") }
        if idField.isEmpty { throw ValidationError("--id-field is empty") }
    }

    /// The lists to serve; nil where none are asked for, or answers are to be played back as they are.
    ///
    /// - Throws: `CommandError` for a paging that is none.
    func lists(isSaved: Bool = false) throws -> MockData? {
        guard let path = data ?? (paging.isEmpty ? nil : directory) else { return nil }
        var data = try MockData(path: path).paged(by: paging)
        data.idField = idField
        data.isSaved = isSaved
        data.hasRelativeLinks = relativeLinks
        return data
    }

    /// The text of a manifest for what is served; nil for a folder of answers, which has none of its own.
    func manifest(at baseURL: String, perPage: Int) throws -> String? {
        if let data = try lists() { return try DataManifest(data, perPage: perPage).text(baseURL: baseURL) }
        if directory != nil { return nil }
        let url = baseURL.replacing(/\/+$/, with: "")
        return Manifest.gourmetText(
            baseURL: url.hasSuffix(MockServer.gourmetPath) ? url : url + MockServer.gourmetPath)
    }
}

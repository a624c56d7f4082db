public import ArgumentParser
import FeedCache
import FeedModel
public import FeedPreview
import FeedShell
import Foundation
import TerminalKit

struct PreviewCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show the feed in a browser as an app would, live and read-only, until Ctrl-C.",
        discussion: """
            It listens on this machine only, and the link that it prints counts once. What a sync brings moves, fades or \
            is outlined where it happens. A slider goes back over the runs, and a click tells where an item comes from. \
            Nothing is written to the database. Images are those in the cache, else placeholders, unless --images is \
            given: then this program fetches them, and the page asks no other server.
            """)
    static let example = "preview --width 390,834"

    @OptionGroup var shared: SharedOptions

    @Option(help: "The port to listen on, 0 to 65535; 0 takes any free one.")
    var port = 0

    @Option(
        help: ArgumentHelp(
            "The screens side by side: 1 to 4 widths in pixels, 240 to 2000.", valueName: "widths"))
    var width = "390,834"

    @Flag(help: "Fetch the feed’s own images, from where they are, and keep them while it runs.")
    var images = false

    @Option(help: "How much room rows have: compact, standard or roomy.")
    var density = FeedPreview.Density.standard

    @Option(
        help: ArgumentHelp("The colour of what stands out: six hexadecimal digits, as 0a7d4f.", valueName: "colour"))
    var accent: String?

    @Option(
        help: "A file of what the runs are called: a JSON object, names by numbers. “mock run --preview” writes it.")
    var requests: String?

    @Flag(help: "Open the link in a browser.")
    var open = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        if let accent, !FeedPreview.Configuration.isColour(accent) {
            throw ValidationError("“\(accent)” is no colour: write six hexadecimal digits such as --accent 0a7d4f")
        }
        guard widths != nil else {
            throw ValidationError("“\(width)” is not 1 to 4 widths from 240 to 2000; write such as --width 390,834")
        }
    }

    private var widths: [Int]? {
        let parts = width.split(separator: ",", omittingEmptySubsequences: false)
        let widths = parts.compactMap { Int($0) }.filter { (240...2_000).contains($0) }
        return widths.count == parts.count && (1...4).contains(widths.count) ? widths : nil
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let manifest = try shell.manifest(shared.source)
        let cache = try FeedEngine(
            manifest: manifest, databasePath: try shell.locations.database(shared.database),
            dependencies: shell.dependencies(of: manifest), isReadOnly: true)
        var configuration = FeedPreview.Configuration()
        configuration.port = port
        configuration.showsImages = images
        configuration.density = density
        configuration.accent = accent
        if let widths { configuration.widths = widths }
        if let requests { configuration.runNames = try names(inFile: requests) }
        let preview = FeedPreview(cache, configuration: configuration)
        let link = try await start(preview)
        let result = await Result {
            try shell.show(.object([("url", .string(link.absoluteString))]), shared) {
                try shell.output.line("preview at \(link.absoluteString)")
            }
            let opening = open ? BrowserLink(link, shell) : nil
            defer { withExtendedLifetime(opening) {} }
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        }
        await preview.stop()
        try result.get()
        return .done
    }

    private func names(inFile path: String) throws -> [Int64: String] {
        let content = try InputFile.content(of: path)
        guard let names = try? JSONDecoder().decode([String: String].self, from: content) else {
            throw CommandError(
                .badData, "“\(TerminalSanitizer.line(path))” is no JSON object of names by the numbers of runs")
        }
        return Dictionary(names.compactMap { run, name in Int64(run).map { ($0, name) } }) { $1 }
    }

    private func start(_ preview: FeedPreview) async throws -> URL {
        do {
            return try await preview.start()
        } catch let error as FeedPreviewError {
            throw CommandError(
                .unavailable, "\(error)", advice: "choose another port, or 0 for any free one",
                code: "preview_cannot_listen")
        }
    }
}

extension FeedPreview.Density: ExpressibleByArgument {}

/// Opens a link in the browser that the system names. The link is in a file of this user's, not on a command line, where
/// others could read it; the file goes with this object.
final class BrowserLink {
    private let folder: URL

    init?(_ link: URL, _ shell: Shell) {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        let file = folder.appending(path: "preview.html")
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(link.absoluteString)\">\n"
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(page.utf8).write(to: file)
        } catch {
            return nil
        }
        #if canImport(Darwin)
            let opener = "open"
        #else
            let opener = "xdg-open"
        #endif
        _ = ShellProcess(
            "exec \(opener) '\(file.path)' >/dev/null 2>&1", environment: shell.environment, input: STDIN_FILENO,
            output: STDERR_FILENO, leadsGroup: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

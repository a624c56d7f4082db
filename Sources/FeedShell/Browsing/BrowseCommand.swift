import ArgumentParser
import FeedCache
import FeedModel

struct BrowseCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse the whole feed on the full screen, live.",
        discussion: """
            The keys: j, k, arrows, space, b, g and G move; Enter shows the item with its history; / finds a text, n and N \
            go on; d shows what the last sync changed; s syncs; ? lists the keys; q leaves. What a sync brings, of this \
            process or another, appears in place: the chosen row stays where it is, and rows that are new (+), changed \
            (~) or moved (↕) are marked for three seconds. Ads are asked for and counted as by “scroll”.
            """)
    static let example = "browse"
    static let modes: [OutputMode] = [.table]

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        try await shell.browse(shared)
    }
}

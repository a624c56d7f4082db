import Foundation
import TerminalKit

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

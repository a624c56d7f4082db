import Synchronization
import TerminalKit

/// `source FILE`
struct SourceBuiltin: REPLBuiltin {
    let names = ["source"]
    let usage = "<file>"
    let abstract = "Run the lines of a file as if they were typed here."
    let discussion = """
        A failed line does not end it; the last failure counts. A path in a file that is sourced begins at that file’s \
        folder. The init file is such a file: $FEEDCACHE_INIT, else feedcache/init in $XDG_CONFIG_HOME; a REPL on a \
        terminal runs it first, unless it is started with “repl --no-init”.
        """
    let example = "source morning.feed"

    func candidates(for word: String, behind words: [String]) -> [Completion.Candidate] {
        words.count == 1 ? FileNames.candidates(for: word) : []
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        guard let path = words.first, words.count == 1 else {
            throw Complaint(.usage, "“source” takes one file; as in “source morning.feed”")
        }
        let file = try SourcedFile(path, in: session.files)
        // One Ctrl-C ends the whole file, also between two of its lines.
        let isLeaving = Mutex(false)
        let status = try await Interruption.guarding(isInteractive: session.shell.isTyped) {
            let result = await session.reading(file).read(file.lines)
            isLeaving.withLock { $0 = result.isLeaving }
            return result.status
        }
        return LineResult(status: status, isLeaving: isLeaving.withLock(\.self))
    }
}

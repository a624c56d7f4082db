import FeedModel
import Foundation
import TerminalKit

struct FolderBuiltin: REPLBuiltin {
    let names = ["cd"]
    let usage = "[<folder>]"
    let abstract = "Go to a folder, without one to the home folder: where paths of files begin."
    let discussion = "The database and the manifest stay the same."
    let example = "cd /tmp"

    func candidates(
        for word: String, after words: [String], of commands: Commands
    ) -> [Completion.Candidate] {
        words.count == 1 ? FileNames.candidates(for: word, onlyFolders: true) : []
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        guard words.count <= 1 else {
            throw CommandError(.usage, "“cd” takes one folder", advice: "quote a name that has blanks in it")
        }
        let home = session.shell.locations.variable("HOME")
        guard let named = words.first ?? home, !named.isEmpty else {
            throw CommandError(.usage, "there is no home folder: HOME is not set", advice: "name a folder")
        }
        let path = named == "~" ? home ?? named : FilePath.expanded(named, home: home)
        // Once the folder is another, a relative path would mean another file.
        let locations = session.shell.locations
        let (database, source) = (locations.absoluteDatabase, locations.absoluteSource)
        guard chdir(path) == 0 else {
            throw CommandError(.noInput, "cannot go to “\(named)”: \(String(cString: strerror(errno)))")
        }
        _ = try session.settings.change { settings throws(CommandError) -> String? in
            settings.database = settings.database ?? database
            settings.source = settings.source ?? source
            return nil
        }
        return LineResult()
    }
}

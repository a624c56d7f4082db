import Foundation

package enum FileNames {
    /// Names a listing shows at most: folders can be large.
    private static let most = 500

    /// What a path could go on to; folders end in `/`. Hidden files only where the name begins with a dot.
    ///
    /// - Parameters:
    ///   - extensions: of the files that are meant; empty for any.
    ///   - onlyFolders: whether no file is meant.
    package static func candidates(
        for path: String, extensions: [String] = [], onlyFolders: Bool = false
    ) -> [Completion.Candidate] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = path.dropFirst(folder.count)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        let fitting = names.filter { $0.hasPrefix(name) && ($0.hasPrefix(".") == name.hasPrefix(".")) }.sorted()
        let meant = fitting.lazy.compactMap { found -> Completion.Candidate? in
            if isFolder((folder.isEmpty ? "./" : folder) + found) { return .init(word: folder + found + "/") }
            let isMeant = extensions.isEmpty || extensions.contains { found.hasSuffix("." + $0) }
            return isMeant && !onlyFolders ? .init(word: folder + found) : nil
        }
        return Array(meant.prefix(most))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

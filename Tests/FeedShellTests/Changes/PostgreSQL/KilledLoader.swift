import Foundation
import TestSupport

/// A psql that is killed, or kills its loader, after so many bytes of what it is told.
struct KilledLoader {
    enum Victim: String, CaseIterable {
        case psql
        case loader
    }

    private let folder: URL

    /// - Parameter parent: where the program is put.
    init(in parent: URL) throws {
        folder = parent.appending(path: "killed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "psql").path
        try Self.psql.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// The environment of a loader in which one program is killed.
    ///
    /// - Parameter environment: that of one in which none is.
    func environment(_ environment: [String: String], killing victim: Victim, after bytes: Int) -> [String: String] {
        environment.merging(
            [
                "PATH": "\(folder.path):\(environment["PATH"] ?? "")", "KILL_FOLDER": folder.path,
                "KILL_VICTIM": victim.rawValue, "KILL_BYTES": "\(bytes)",
            ], uniquingKeysWith: { $1 })
    }

    private static let psql = #"""
        #!/usr/bin/env bash
        PATH=${PATH#*:}
        pipe=$KILL_FOLDER/pipe.$$
        mkfifo "$pipe"
        psql "$@" <"$pipe" &
        psql=$!
        exec 5>"$pipe"
        rm "$pipe"
        LC_ALL=C
        rest=$KILL_BYTES
        while IFS= read -r line; do
            if ((${#line} >= rest)); then
                printf '%s' "${line:0:rest}" >&5
                if [ "$KILL_VICTIM" = psql ]; then kill -9 "$psql"; else kill -9 "$PPID"; fi
                break
            fi
            printf '%s\n' "$line" >&5
            ((rest -= ${#line} + 1))
        done
        exec 5>&-
        wait "$psql" 2>/dev/null

        """#
}

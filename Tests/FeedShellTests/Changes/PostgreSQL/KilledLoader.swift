import Foundation
import TestSupport

/// Programs for the loader that are killed in the middle: `psql` and `feedcache` as they are, but for one call.
struct KilledLoader {
    /// Where one of them is killed, counted from the loader's start.
    enum Point: CustomStringConvertible {
        /// psql after so many lines of what it is told.
        case command(line: Int)
        /// psql in its n-th COPY, after so many bytes of the batch.
        case copy(number: Int, bytes: Int)
        /// `feedcache changes` in its n-th call, after so many bytes of what it writes.
        case stream(call: Int, bytes: Int)

        var description: String {
            switch self {
            case .command(let line): "psql, line \(line)"
            case .copy(let number, let bytes): "psql, batch \(number), byte \(bytes)"
            case .stream(let call, let bytes): "changes, call \(call), byte \(bytes)"
            }
        }
    }

    private let folder: URL

    /// - Parameter parent: where the programs are put.
    init(in parent: URL) throws {
        folder = parent.appending(path: "killed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in [("psql", Self.psql), ("feedcache", Self.program)] {
            let path = folder.appending(path: name).path
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
    }

    /// The environment of a loader in which one program is killed.
    ///
    /// - Parameter environment: that of one in which none is.
    func environment(_ environment: [String: String], at point: Point) throws -> [String: String] {
        for name in ["changes", "pipe"] {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
        var killed = environment
        killed["PATH"] = "\(folder.path):\(environment["PATH"] ?? "")"
        killed["KILL_FOLDER"] = folder.path
        killed["REAL_PROGRAM"] = environment["FEEDCACHE_PROGRAM"]
        killed["FEEDCACHE_PROGRAM"] = folder.appending(path: "feedcache").path
        switch point {
        case .command(let line): killed["KILL_LINE"] = "\(line)"
        case .copy(let number, let bytes): killed.merge(["KILL_COPY": "\(number)", "KILL_BYTES": "\(bytes)"]) { $1 }
        case .stream(let call, let bytes): killed.merge(["KILL_CHANGES": "\(call)", "KILL_BYTES": "\(bytes)"]) { $1 }
        }
        return killed
    }

    private static let psql = #"""
        #!/usr/bin/env bash
        PATH=${PATH#*:}
        kill='kill -9 $PPID'
        commands() {
            local copies=0 line text
            for ((line = 0; line != ${KILL_LINE:--1}; line++)); do
                IFS= read -r text || return
                if [[ $text == *"FROM 'batch'"* ]] && ((++copies == ${KILL_COPY:-0})); then
                    text=${text/FROM \'batch\'/FROM PROGRAM \'head -c $KILL_BYTES batch; $kill\'}
                fi
                printf '%s\n' "$text"
            done
            printf '%s\n' "\\! $kill"
        }
        psql "$@" < <(commands)

        """#

    private static let program = #"""
        #!/usr/bin/env bash
        [ "$1" = changes ] && echo >>"$KILL_FOLDER/changes"
        [ "$1" = changes ] && [ "$(wc -l <"$KILL_FOLDER/changes")" -eq "${KILL_CHANGES:-0}" ] ||
            exec "$REAL_PROGRAM" "$@"
        mkfifo "$KILL_FOLDER/pipe"
        "$REAL_PROGRAM" "$@" >"$KILL_FOLDER/pipe" &
        exec 8<"$KILL_FOLDER/pipe"
        head -c "$KILL_BYTES" <&8
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
        exit 137

        """#
}

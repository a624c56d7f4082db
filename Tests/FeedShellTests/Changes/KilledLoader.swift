import Foundation
import TestSupport

/// Programs for the loader that are killed in the middle: `psql` and `feedcache` as they are, but for one call.
struct KilledLoader {
    /// Where one of them is killed, counted from the loader's start.
    enum Point: CustomStringConvertible {
        /// psql in its n-th call, after so many lines of its script.
        case script(call: Int, line: Int)
        /// psql in its n-th call, after so many bytes were written for it to read.
        case input(call: Int, bytes: Int)
        /// `feedcache changes` in its n-th call, after so many bytes of what it writes.
        case stream(call: Int, bytes: Int)

        var description: String {
            switch self {
            case .script(let call, let line): "psql, call \(call), line \(line)"
            case .input(let call, let bytes): "psql, call \(call), byte \(bytes)"
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
        for name in ["calls", "changes", "pipe"] {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
        var killed = environment
        killed["PATH"] = "\(folder.path):\(environment["PATH"] ?? "")"
        killed["KILL_FOLDER"] = folder.path
        killed["REAL_PROGRAM"] = environment["FEEDCACHE_PROGRAM"]
        killed["FEEDCACHE_PROGRAM"] = folder.appending(path: "feedcache").path
        switch point {
        case .script(let call, let line): killed.merge(["KILL_CALL": "\(call)", "KILL_LINE": "\(line)"]) { $1 }
        case .input(let call, let bytes): killed.merge(["KILL_CALL": "\(call)", "KILL_BYTES": "\(bytes)"]) { $1 }
        case .stream(let call, let bytes): killed.merge(["KILL_CHANGES": "\(call)", "KILL_BYTES": "\(bytes)"]) { $1 }
        }
        return killed
    }

    private static let psql = #"""
        #!/usr/bin/env bash
        PATH=${PATH#*:}
        echo >>"$KILL_FOLDER/calls"
        [ "$(wc -l <"$KILL_FOLDER/calls")" -eq "${KILL_CALL:-0}" ] || exec psql "$@"
        if [ -n "${KILL_LINE:-}" ]; then
            # The script is the last word.
            { head -n "$KILL_LINE" "${@: -1}"; echo '\! kill -9 $PPID'; } >"$KILL_FOLDER/script"
            exec psql "${@:1:$#-1}" "$KILL_FOLDER/script"
        fi
        mkfifo "$KILL_FOLDER/pipe"
        psql "$@" <"$KILL_FOLDER/pipe" &
        exec 9>"$KILL_FOLDER/pipe"
        head -c "$KILL_BYTES" >&9
        kill -9 $!
        wait $! 2>/dev/null
        exit 137

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

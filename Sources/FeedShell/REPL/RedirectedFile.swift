import Foundation

/// A file that a command's output goes to. It is written whole or it stays as it was: a new file is made beside it, and
/// takes its place once all is in it; what is added at the end is taken back where it did not all get there.
///
/// What is no file to replace (a device, a pipe) gets the output as it comes.
struct RedirectedFile {
    private enum Kind {
        /// The new file's path, until it takes the place of the old one.
        case replacement(String)
        /// The length the file had.
        case addition(off_t)
        case stream
    }

    let output: Output
    private let descriptor: Int32
    private let path: String
    /// As it was typed.
    private let name: String
    private let kind: Kind

    /// - Parameter home: what `~/` at the beginning of a path stands for.
    init(_ target: Redirection.Target, home: String?) throws(Complaint) {
        name = target.path
        path = Self.resolved(target.path, home: home)
        var found = stat()
        let exists = stat(path, &found) == 0
        let isRegular = !exists || found.st_mode & S_IFMT == S_IFREG
        if !isRegular {
            descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            kind = .stream
        } else if target.appends {
            descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
            kind = .addition(exists ? found.st_size : 0)
        } else if exists, access(path, W_OK) != 0 {
            descriptor = -1
            kind = .stream
        } else {
            let new = path + ".\(UUID().uuidString.prefix(8)).part"
            descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if exists, descriptor >= 0 { fchmod(descriptor, found.st_mode & 0o7777) }
            kind = .replacement(new)
        }
        guard descriptor >= 0 else {
            throw Complaint(.cannotCreate, "cannot write “\(target.path)”: \(String(cString: strerror(errno)))")
        }
        output = Output(descriptor: descriptor, name: "“\(target.path)”")
    }

    /// The output is complete.
    func keep() throws(Complaint) {
        var isKept = close(descriptor) == 0
        if isKept, case .replacement(let new) = kind { isKept = rename(new, path) == 0 }
        guard !isKept else { return }
        let reason = String(cString: strerror(errno))
        if case .replacement(let new) = kind { unlink(new) }
        throw Complaint(.inputOutput, "cannot write “\(name)”: \(reason)")
    }

    /// The output is not all there.
    func discard() {
        if case .addition(let length) = kind { ftruncate(descriptor, length) }
        close(descriptor)
        if case .replacement(let new) = kind { unlink(new) }
    }

    /// The file itself where the path is a link, which is to stay one.
    private static func resolved(_ path: String, home: String?) -> String {
        let whole = path.hasPrefix("~/") ? home.map { $0 + path.dropFirst() } ?? path : path
        guard let real = realpath(whole, nil) else { return whole }
        defer { free(real) }
        return String(cString: real)
    }
}

import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on 127.0.0.1 that sends just the bytes it is told to, right or wrong, for what no well-behaved server would
/// do. Each connection has a thread of its own; all end with `stop`, or when a client hangs up.
public final class LoopbackServer: Sendable {
    /// What to do with a request.
    public enum Step: Sendable {
        case send([UInt8])
        /// Closes in an orderly way.
        case close
        /// Closes with RST.
        case reset
        /// Sends nothing more until the client hangs up.
        case hold
        /// Sends the byte again and again, with so many milliseconds between, until the client hangs up.
        case drip(UInt8, milliseconds: UInt32)

        /// Sends the text.
        public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }

        /// A whole answer.
        public static func answer(_ body: String, status: String = "200 OK", _ headers: String...) -> Step {
            answer(Array(body.utf8), status: status, headers: headers)
        }

        /// A whole answer.
        public static func answer(_ body: [UInt8], status: String = "200 OK", headers: [String] = []) -> Step {
            let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
            return .send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }
    }

    /// The head and the body of a request as they arrived, and the connection's number from 0.
    public struct Request: Sendable {
        /// The head and the body.
        public let text: String
        /// The number of its connection.
        public let connection: Int
        /// The first line of the head.
        public var line: String { String(text.prefix { $0 != "\r\n" }) }
    }

    /// Where it listens.
    public let port: UInt16
    private let listener: Int32
    private let readsHeads: Bool
    private let script: @Sendable (Request) -> [Step]
    private let state = Mutex((requests: [Request](), sockets: [Int32](), isStopped: false))

    /// - Parameters:
    ///   - readsHeads: whether to wait for a whole request; else any bytes will do, such as those of TLS.
    ///   - script: what to do with each request; called on threads of the server's own.
    public init(readsHeads: Bool = true, _ script: @escaping @Sendable (Request) -> [Step]) throws {
        self.readsHeads = readsHeads
        self.script = script
        #if canImport(Darwin)
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    /// All requests so far.
    public var requests: [Request] { state.withLock(\.requests) }

    /// The beginning of its URLs.
    public var base: String { "http://127.0.0.1:\(port)" }

    /// Hangs up on everybody.
    public func stop() {
        let sockets = state.withLock { state in
            state.isStopped = true
            return state.sockets
        }
        for socket in sockets + [listener] { shutdown(socket, Int32(SHUT_RDWR)) }
        #if canImport(Darwin)
            close(listener)
        #endif
    }

    private func accept() {
        var connection = 0
        while true {
            #if canImport(Glibc)
                let socket = Glibc.accept(listener, nil, nil)
            #elseif canImport(Musl)
                let socket = Musl.accept(listener, nil, nil)
            #else
                let socket = Darwin.accept(listener, nil, nil)
            #endif
            guard socket >= 0 else { break }
            let isWelcome = state.withLock { state in
                if !state.isStopped { state.sockets.append(socket) }
                return !state.isStopped
            }
            guard isWelcome else {
                close(socket)
                break
            }
            let number = connection
            connection += 1
            Thread.detachNewThread { [self] in serve(socket, number) }
        }
        #if !canImport(Darwin)
            close(listener)
        #endif
    }

    private func serve(_ socket: Int32, _ connection: Int) {
        defer {
            state.withLock { $0.sockets.removeAll { $0 == socket } }
            close(socket)
        }
        while let text = readRequest(socket) {
            let request = Request(text: text, connection: connection)
            state.withLock { $0.requests.append(request) }
            for step in script(request) where !take(step, socket) { return }
        }
    }

    /// False if that ends the connection.
    private func take(_ step: Step, _ socket: Int32) -> Bool {
        switch step {
        case .send(let bytes): return send(bytes, socket)
        case .drip(let byte, let milliseconds):
            while send([byte], socket) { usleep(milliseconds * 1_000) }
            return false
        case .close: return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        case .hold:
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
            return false
        }
    }

    private func send(_ bytes: [UInt8], _ socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemSend(socket, $0.baseAddress, $0.count, noSignal) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    private func readRequest(_ socket: Int32) -> String? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let length = text.range(of: "(?i)content-length: *", options: .regularExpression).flatMap {
                    Int(text[$0.upperBound...].prefix { $0.isNumber })
                }
                if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
            }
            let count = recv(socket, &part, part.count, 0)
            if count <= 0 { return nil }
            bytes += part[..<count]
            if !readsHeads { return "" }
        }
    }
}

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(socket, bytes, count, flags)
}

#if canImport(Darwin)
    private let noSignal = SO_NOSIGPIPE
#else
    private let noSignal = Int32(MSG_NOSIGNAL)
#endif

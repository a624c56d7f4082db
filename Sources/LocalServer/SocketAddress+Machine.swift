import Foundation
import NIOCore

extension SocketAddress {
    /// Whether a client with this address is on this machine: it is a loopback address, or the server's own.
    ///
    /// - Parameter own: the server's end of the connection
    func isOnThisMachine(with own: SocketAddress?) -> Bool {
        let bytes = ipBytes
        if bytes.count == 4, bytes.first == 127 { return true }
        if bytes == Array(repeating: 0, count: 15) + [1] { return true }
        return !bytes.isEmpty && bytes == own?.ipBytes
    }

    /// The bytes of the IP address, 4 or 16 of them; none where it is no IP address. An IPv4 address that is written as
    /// an IPv6 one (RFC 4291, §2.5.5.2) counts as what it is.
    private var ipBytes: [UInt8] {
        guard let ipAddress else { return [] }
        var short: [UInt8] = Array(repeating: 0, count: 4)
        if inet_pton(AF_INET, ipAddress, &short) == 1 { return short }
        var long: [UInt8] = Array(repeating: 0, count: 16)
        guard inet_pton(AF_INET6, ipAddress, &long) == 1 else { return [] }
        let isIPv4 = long.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
        return isIPv4 ? Array(long.suffix(4)) : long
    }
}

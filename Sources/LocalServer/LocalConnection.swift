import Foundation
import NIOCore
import Synchronization

/// Notices when the client of a connection leaves: when it ends its side, or the connection ends. It is in the
/// connection's pipeline from the start, so that a client that leaves at once is noticed too. The lock guards the state.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private struct State {
        var hasLeft = false
        var waiting: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    var hasLeft: Bool { state.withLock(\.hasLeft) }

    /// Ends when the client leaves; at once where it has left. A connection has one request at a time, so there is one
    /// that waits.
    func leaving() -> AsyncStream<Void> {
        let (leaving, continuation) = AsyncStream.makeStream(of: Void.self)
        let hasLeft = state.withLock { state in
            state.waiting = continuation
            return state.hasLeft
        }
        if hasLeft { continuation.finish() }
        return leaving
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        let waiting = state.withLock { state in
            state.hasLeft = true
            return state.waiting.take()
        }
        waiting?.finish()
    }
}

package struct LocalConnection: Sendable {
    let channel: any Channel
    let client: ClientWatch

    /// Whether the client has left: it has ended its side of the connection, or the connection ended.
    package var clientHasLeft: Bool { client.hasLeft }

    package var isFromThisMachine: Bool {
        channel.remoteAddress.map { $0.isOnThisMachine(with: channel.localAddress) } ?? false
    }

    /// Waits with `pause`, but not longer than the client does.
    ///
    /// - Returns: whether the client has left.
    package func waits(_ pause: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let leaving = client.leaving()
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await pause()
                return false
            }
            group.addTask {
                for await _ in leaving {}
                try Task.checkCancellation()
                return true
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// Closes the connection.
    ///
    /// - Throws: where it is closed already.
    package func close() async throws {
        try await channel.close()
    }

    /// Ends the connection as one that failed: the client sees a reset.
    ///
    /// - Throws: where it is closed already.
    package func reset() async throws {
        if let socket = channel as? any SocketOptionProvider {
            // With a linger time of 0 the kernel sends RST instead of FIN.
            try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
    }
}

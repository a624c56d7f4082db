import NIOCore
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Notices when a client ends its side of a connection, or the connection ends.
private final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let onLeaving: @Sendable () -> Void

    init(onLeaving: @escaping @Sendable () -> Void) {
        self.onLeaving = onLeaving
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { onLeaving() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        onLeaving()
        context.fireChannelInactive()
    }
}

/// Whether a client has left; the lock guards it.
private final class LeavingFlag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}

/// The connection that a request came on.
package struct LocalConnection: Sendable {
    let channel: any Channel

    /// Waits with `pause`, but not longer than the client does.
    ///
    /// - Returns: whether the client has left.
    /// - Throws: what `pause` throws; `CancellationError`.
    package func waits(_ pause: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let (leaving, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = ClientWatch { continuation.yield() }
        do {
            try await channel.pipeline.addHandler(watch, position: .first).get()
        } catch {
            // It is closed already.
            return true
        }
        let hasLeft = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await pause()
                return false
            }
            group.addTask {
                for await _ in leaving { return true }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        // Where this fails the connection is gone, and the handler with it.
        try? await channel.pipeline.removeHandler(watch).get()
        return hasLeft
    }

    /// Notices from now on whether the client leaves.
    ///
    /// - Returns: whether it has left by now.
    package func watchLeaving() async -> @Sendable () -> Bool {
        let flag = LeavingFlag()
        do {
            try await channel.pipeline.addHandler(ClientWatch { flag.set() }, position: .first).get()
        } catch {
            // It is closed already.
            flag.set()
        }
        return { flag.isSet }
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

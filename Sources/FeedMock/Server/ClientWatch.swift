import NIOCore

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

extension Channel {
    /// Waits with `pause`, but not longer than the client does.
    ///
    /// - Returns: whether the client has left.
    /// - Throws: what `pause` throws; `CancellationError`.
    func waits(_ pause: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let (leaving, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = ClientWatch { continuation.yield() }
        do {
            try await pipeline.addHandler(watch, position: .first).get()
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
        try? await pipeline.removeHandler(watch).get()
        return hasLeft
    }
}

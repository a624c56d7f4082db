import FeedModel
import FeedSource

/// Asks for a list as an audit does: three walks at most, what a delta brings, and the page after the end.
struct AuditCollector {
    /// The most pages of a walk, and of a delta.
    private static let (mostPages, mostDeltaPages) = (60, 18)
    /// A walk ends after so many bytes, which are kept.
    private static let mostBytes = 32 << 20
    /// After it the `Last-Modified` of a list that stood still is not weak any more (RFC 9110 §8.8.2.2).
    private static let pause = Duration.milliseconds(2_100)

    let spec: CollectionSpec
    let source: ResolvedSource
    let client: SourceClient
    let recorder: AuditRecorder

    /// - Throws: `CancellationError`. What the server did not answer is in the result.
    func collect() async throws -> AuditEvidence {
        var evidence = AuditEvidence(spec)
        let first = try await walk(spec)
        evidence.walks = [first]
        if evidence.failure == nil {
            evidence.delta = try await delta(after: first)
            evidence.beyond = try await pageBeyond(first)
            evidence.walks.append(try await pausedWalk(spec))
            if let third = third(after: evidence) { evidence.walks.append(try await pausedWalk(third)) }
            if let page = evidence.differingItem?.before.page {
                evidence.again = try await walk(spec, from: ListPosition(cursor: page.cursor), most: 1).pages.first
            }
        }
        evidence.exchanges = recorder.exchanges
        return evidence
    }

    /// Pages of two thirds the size are cut at other places: what lies between two pages of the one is within a page of
    /// the other.
    private func third(after evidence: AuditEvidence) -> CollectionSpec? {
        let first = evidence.walks[0]
        if first.end == .whole, first.pages.count > 1, first.pages.count <= Self.mostPages / 2,
            let size = first.pages.first?.count, size > 1, let sized = spec.sized(size * 2 / 3)
        {
            return sized
        }
        return evidence.isSteady ? nil : spec
    }

    private func pausedWalk(_ spec: CollectionSpec) async throws -> AuditWalk {
        try await client.clock.sleep(for: Self.pause)
        return try await walk(spec)
    }

    /// - Parameters:
    ///   - start: where the list begins; nil for its first page.
    ///   - since: for a delta, what `Delta.since` gives.
    private func walk(
        _ spec: CollectionSpec, from start: ListPosition? = nil, since: String? = nil, most: Int = mostPages
    ) async throws -> AuditWalk {
        let fetcher = PageFetcher(spec: spec, source: source, client: client)
        var walk = AuditWalk()
        var loops = LoopGuard()
        var next = start ?? ListPosition(cursor: spec.paging.firstPage)
        var bytes = 0
        do {
            while walk.pages.count < most, bytes < Self.mostBytes {
                let question = try fetcher.question(next.cursor, since: since)
                try loops.ask(question.address)
                let content = try await fetcher.content(at: next.cursor, since: since)
                let probed = ProbedPage(content, of: spec, at: next)
                guard let decoded = probed.page, var exchange = recorder.exchanges.last else {
                    walk.end = probed.failure.map { .failed($0) } ?? .cut
                    return walk
                }
                if let body = question.request.body { exchange.curl += recorder.lines.text(ofBody: body) }
                walk.pages.append(
                    AuditPage(
                        address: question.address, exchange: exchange, cursor: next.cursor, decoded: decoded,
                        probed: probed))
                try loops.receive(decoded)
                bytes += content.body.count
                guard let cursor = probed.next else {
                    walk.end = probed.failure.map { .broken($0.message) } ?? .whole
                    return walk
                }
                next = next.after(decoded.itemCount, at: cursor)
            }
        } catch let error as PaginationLoopError {
            walk.end = .loop(error.message)
        } catch let error as SourceError {
            let isEnd = spec.paging.endsList(error, afterPageWith: walk.pages.last?.count)
            walk.end = isEnd ? .whole : .failed(error)
        } catch is AuditLimitError {
            walk.end = .cut
        }
        return walk
    }

    private func pageBeyond(_ walk: AuditWalk) async throws -> AuditPage? {
        guard walk.end == .whole, let last = walk.pages.last, last.next == nil, last.count > 0,
            case .number(let number) = last.cursor
        else { return nil }
        let (next, isOverflow) = number.addingReportingOverflow(spec.paging.style == .offset ? last.count : 1)
        let start = ListPosition(cursor: .number(next), number: 2, elements: walk.elementCount)
        return isOverflow ? nil : try await self.walk(spec, from: start, most: 1).pages.first
    }

    /// The changes since the version in the middle: some items are newer, and some are older.
    private func delta(after walk: AuditWalk) async throws -> AuditDelta? {
        let items = walk.items.map(\.decoded).filter { $0.version != .none }.sorted { $0.version < $1.version }
        let starts = items.filter { $0.version < items.last?.version ?? .none }
        guard let delta = spec.delta, !starts.isEmpty, let start = starts[starts.count / 2].versionText else {
            return nil
        }
        return AuditDelta(
            start: start, walk: try await self.walk(spec, since: delta.since(start), most: Self.mostDeltaPages))
    }
}

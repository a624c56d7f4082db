import FeedCache
import FeedModel
import FeedSource

/// Tries the guesses of how a list goes on, each with one request for its second page.
struct PagingTrials: Sendable {
    private enum Verdict {
        /// It has items that the first one does not have. `endsEarly`: by the guess, the first page is the last.
        case others(Int, endsEarly: Bool)
        case empty
        /// It has only items of the first page.
        case same
        /// By the guess, the first page is the last.
        case ended
        case refused(status: Int)
        case failed(String)
        /// The server does not want to be asked more.
        case stopped(String)
    }

    /// A page that few lists have.
    private static let farPage = 100_000

    let client: SourceClient
    let proposal: ManifestProposal
    /// The answer that the proposal was made from.
    let first: PageContent
    let environment: [String: String]
    let file: String
    /// The most requests.
    let most: Int

    /// The first guess that holds; where none does, what the answer names, or that there is one page only.
    ///
    /// - Throws: `ProposalError` where the answer says that there is more, and no guess reads it.
    func choose() async throws -> PagingGuess {
        var failed: [String] = []
        var isWithoutEffect = false
        var fallback: PagingGuess?
        for guess in proposal.pagings.prefix(most) {
            let verdict = guess.ground == .ended ? Verdict.ended : try await verdict(on: guess)
            if let accepted = accepted(guess, verdict) {
                return try await lookingBeyond(try await lookingBefore(accepted, verdict))
            }
            let reason = reason(verdict)
            failed.append("\(guess.text): \(reason)")
            if case .same = verdict, guess.ground == .named { isWithoutEffect = true }
            if guess.ground == .named, fallback == nil {
                fallback = guess.adding(evidence: "Look at it: asked for the second page, \(reason).")
            }
            if case .stopped = verdict { break }
        }
        if let fallback, !isWithoutEffect { return fallback }
        if let sign = moreThanOnePage { throw ProposalError.unknownPaging(sign: sign, tried: failed) }
        let tried = failed.isEmpty ? "" : " Tried without success: \(failed.joined(separator: "; "))."
        let doubt = proposal.doubt.map { " Look at it: \($0)" } ?? ""
        return .none(evidence: "Nothing names a next page, so one request is taken for the whole list.\(tried)\(doubt)")
    }

    /// What in the answer says that it is not the whole list; nil where nothing does.
    private var moreThanOnePage: String? {
        if let named = proposal.pagings.first(where: { $0.ground == .named }) { return named.evidence }
        return fetcher(.none(evidence: "")).flatMap { fetcher in
            ProbedPage(first, of: fetcher.spec, at: ListPosition(cursor: fetcher.spec.paging.firstPage)).remark
        }
    }

    /// The guess with pages that count from 0, where the page of number 1 is not the one that came without a number.
    private func lookingBefore(_ guess: PagingGuess, _ verdict: Verdict) async throws -> PagingGuess {
        guard case .others = verdict, guess.style == .page, guess.start == nil,
            !guess.keys.contains(where: { $0.name == "first" }), let fetcher = fetcher(guess),
            let known = ProbedPage(first, of: fetcher.spec, at: ListPosition(cursor: .number(1))).page
        else { return guess }
        do {
            let page = try await page(fetcher, at: ListPosition(cursor: .number(1))).page
            guard let comparison = page.map({ PageComparison(known, $0) }), comparison.others > 0,
                comparison.repeated == 0
            else { return guess }
            return guess.countingFromZero()
                .adding(evidence: "Tried: page 1 is the second one, so pages count from 0.")
        } catch is SourceError {
            return guess
        }
    }

    private func accepted(_ guess: PagingGuess, _ verdict: Verdict) -> PagingGuess? {
        switch verdict {
        case .others(let count, let endsEarly):
            (endsEarly ? guess.withoutEnd(items: proposal.count) : guess)
                .adding(evidence: "Tried: the second page has \(count.of("other item")).")
        case .empty where guess.isPositional:
            guess.adding(evidence: "Tried: the second page is empty, so the list has one page now.")
        case .empty: guess.adding(evidence: "Tried: the second page is empty.")
        case .ended where guess.ground != .usual: guess
        case .refused(let status) where Self.canBeEnd(status, of: guess):
            (guess.knowsEnd && status == 404 ? guess : guess.ending(with: status))
                .adding(evidence: "Tried: a page beyond the last one is answered with \(status).")
        case .ended, .same, .refused, .failed, .stopped: nil
        }
    }

    /// Whether the status may be that of a page beyond the last one.
    private static func canBeEnd(_ status: Int, of guess: PagingGuess) -> Bool {
        guess.style == .page && (status == 404 || status == 400 && guess.knowsEnd)
    }

    private func reason(_ verdict: Verdict) -> String {
        switch verdict {
        case .same: "the items of the first one came again"
        case .ended, .empty, .others: "there is none"
        case .refused(let status): "the server answered \(status)"
        case .failed(let message), .stopped(let message): message
        }
    }

    /// The guess with the status that the server answers beyond the last page, where only that can end the list.
    private func lookingBeyond(_ guess: PagingGuess) async throws -> PagingGuess {
        guard guess.style == .page, guess.ground == .usual, !guess.knowsEnd, !guess.hasEndStatus,
            let fetcher = fetcher(guess)
        else { return guess }
        do {
            _ = try await page(fetcher, at: ListPosition(cursor: .number(Self.farPage)))
            return guess
        } catch let error as SourceError {
            if error.status == 404 {
                return guess.ending(with: 404)
                    .adding(evidence: "Tried: a page beyond the last one is answered with 404.")
            }
            return guess.adding(
                evidence: "Look at it: asked for a page beyond the last one, \(reason(Self.verdict(error))).")
        }
    }

    /// Asks as the manifest with a guess says; nil where it cannot be written.
    private func fetcher(_ guess: PagingGuess) -> PageFetcher? {
        var candidate = proposal
        candidate.paging = guess
        guard let text = try? candidate.text(), let manifest = try? Manifest(toml: text, file: file),
            let source = try? manifest.resolved(environment: environment), let spec = source.collections.first
        else { return nil }
        return PageFetcher(spec: spec, source: source, client: client)
    }

    private func page(_ fetcher: PageFetcher, at position: ListPosition) async throws -> ProbedPage {
        try await client.pauseBetweenProbes()
        return ProbedPage(try await fetcher.content(at: position.cursor), of: fetcher.spec, at: position)
    }

    private func verdict(on guess: PagingGuess) async throws -> Verdict {
        guard let fetcher = fetcher(guess) else { return .failed("it cannot be written") }
        let start = ListPosition(cursor: fetcher.spec.paging.firstPage)
        let page = ProbedPage(first, of: fetcher.spec, at: start)
        guard let items = page.page else { return .failed(page.failure?.message ?? "it cannot be read") }
        guard let cursor = guess.secondPage(afterItems: items.itemCount) ?? page.next else {
            return page.failure.map { .failed($0.message) } ?? .ended
        }
        do {
            let second = try await self.page(fetcher, at: start.after(items.itemCount, at: cursor))
            guard let others = second.page else { return .failed(second.failure?.message ?? "it cannot be read") }
            let comparison = PageComparison(items, others)
            if others.itemCount == 0 { return .empty }
            if comparison.others == 0 { return .same }
            return .others(comparison.others, endsEarly: page.next == nil)
        } catch let error as SourceError {
            guard let status = error.status, Self.canBeEnd(status, of: guess), guess.start == nil else {
                return Self.verdict(error)
            }
            return try await verdict(fetcher, start, refusing: status)
        }
    }

    /// A server may refuse any parameter that it does not know: then it refuses the first page by its number, too.
    private func verdict(
        _ fetcher: PageFetcher, _ start: ListPosition, refusing status: Int
    ) async throws -> Verdict {
        do {
            let count = try await page(fetcher, at: start).page?.itemCount ?? 0
            return count > 0 ? .refused(status: status) : .failed("the first page by its number has no items")
        } catch let error as SourceError {
            guard case .refused(let status) = Self.verdict(error) else { return Self.verdict(error) }
            return .failed("the server answered \(status) to the first page, too")
        }
    }

    private static func verdict(_ error: SourceError) -> Verdict {
        if error.retryAt != nil || error.status == 429 { return .stopped(error.message) }
        return error.status.map { .refused(status: $0) } ?? .failed(error.message)
    }
}

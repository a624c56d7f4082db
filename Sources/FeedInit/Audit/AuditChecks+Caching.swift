import FeedModel
import FeedSource

/// Validators, what caches may do with an answer, and what it costs.
extension AuditChecks {
    /// A page of so many bytes on the wire takes 10 s at 800 kbit/s.
    private static let heavyPage = 1_000_000
    /// In bytes, on average.
    private static let heavyItem = 20_000
    /// A page of so many bytes is worth packing.
    private static let packedFrom = 10_000

    static func validatorStays(_ evidence: AuditEvidence) -> AuditFinding? {
        let stayed = evidence.repeats.first { before, after in
            !before.validator.isEmpty && before.tag == after.tag && before.onlyDate == after.onlyDate
                && !before.isSame(as: after)
        }
        return stayed.map { before, after in
            AuditFinding(
                .validatorStays, "a page changed, and its validator did not", [before, after].map(\.proofOfValidator))
        }
    }

    static func etagChanges(_ evidence: AuditEvidence) -> AuditFinding? {
        let changed = evidence.repeats.first { before, after in
            before.probed.content.body == after.probed.content.body && before.tag != after.tag
        }
        return changed.map { before, after in
            AuditFinding(
                .etagChanges, "the same bytes came with another ETag", [before, after].map(\.proofOfValidator))
        }
    }

    static func coarseLastModified(_ evidence: AuditEvidence) -> AuditFinding? {
        let pages = evidence.walks.flatMap(\.pages).filter { $0.onlyDate != nil }
        let dates = Set(pages.compactMap(\.onlyDate))
        let isEven = dates.count > 2 && dates.allSatisfy { $0.contains(":00 ") }
        guard let page = pages.first(where: { isEven || $0.isCoarse }) else { return nil }
        return AuditFinding(
            .coarseLastModified, "Last-Modified is exact to the minute, and there is no ETag", [page.proofOfValidator])
    }

    /// A date that is always that of the answer is never used: it may change once more in that second (RFC 9110 §8.8.2.2).
    static func recentLastModified(_ evidence: AuditEvidence) -> AuditFinding? {
        let pages = evidence.walks.compactMap(\.pages.first)
        guard pages.allSatisfy({ $0.validator.isEmpty && $0.exchange.headers["Last-Modified"] != nil }),
            let first = pages.first?.exchange.date, let last = pages.last?.exchange.date, first < last
        else { return nil }
        return AuditFinding(
            .recentLastModified, "Last-Modified is the time of the answer, and there is no ETag",
            pages.prefix(2).map(\.proofOfValidator))
    }

    // MARK: Headers

    static func publicAnswer(_ evidence: AuditEvidence) -> AuditFinding? {
        let kept = evidence.exchanges.first { $0.isSignedIn && $0.status == 200 && $0.sharedLifetime > 0 }
        return kept.map { answer in
            AuditFinding(
                .publicAnswer, "an answer to a request with Authorization may be given to others",
                [answer.proof(["Cache-Control", "Age", "X-Cache"])])
        }
    }

    static func missingVary(_ evidence: AuditEvidence) -> AuditFinding? {
        let kept = evidence.exchanges.first { answer in
            let vary = answer.headers.all("Vary").joined(separator: ",").lowercased()
            return answer.isPacked && answer.sharedLifetime > 0 && !vary.contains("accept-encoding")
                && !vary.contains("*")
        }
        return kept.map { answer in
            AuditFinding(
                .missingVary, "an answer that caches may keep depends on Accept-Encoding, and does not say so",
                [answer.proof(["Content-Encoding", "Cache-Control", "Vary"])])
        }
    }

    static func senselessRetryAfter(_ evidence: AuditEvidence) -> AuditFinding? {
        let senseless = evidence.exchanges.first { answer in
            guard RetryAfter.isHonoured(status: answer.status), let text = answer.headers["Retry-After"] else {
                return false
            }
            let now = answer.date ?? .earliest
            guard let time = RetryAfter.parse(text, now: now) else { return true }
            // A longer wait is read as the longest.
            return time.seconds - now.seconds == RetryAfter.maximumDelay && Int64(text) != RetryAfter.maximumDelay
        }
        return senseless.map { answer in
            AuditFinding(
                .senselessRetryAfter, "Retry-After is no time within the next day", [answer.proof(["Retry-After"])])
        }
    }

    // MARK: Cost

    static func noCompression(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let page = heaviest(evidence), !page.exchange.isPacked, page.exchange.bytes >= packedFrom else {
            return nil
        }
        return AuditFinding(
            .noCompression, "answers are not packed, though gzip is accepted",
            [page.proof("\(page.exchange.bytes.of("byte")), no Content-Encoding")])
    }

    static func heavyPages(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let page = heaviest(evidence) else { return nil }
        let (bytes, average) = (page.exchange.bytes, page.probed.content.body.count / max(1, page.count))
        let proof = page.proof("\(bytes.of("byte")), \(page.count.of("item"))")
        if average > heavyItem { return AuditFinding(.heavyItems, "an item has \(average) bytes on average", [proof]) }
        let size = max(1, page.count * heavyPage / max(1, bytes))
        guard bytes > heavyPage else { return nil }
        return AuditFinding(
            .heavyPages, "a page has \(bytes) bytes", [proof],
            lines: evidence.spec.sized(size) == nil ? [] : ["paging.size = \(size)"])
    }

    private static func heaviest(_ evidence: AuditEvidence) -> AuditPage? {
        evidence.walks.first?.pages.max { $0.exchange.bytes < $1.exchange.bytes }
    }
}

extension AuditExchange {
    fileprivate var isPacked: Bool { !["", "identity"].contains(headers["Content-Encoding"]?.lowercased() ?? "") }

    /// What these headers said.
    fileprivate func proof(_ names: [String]) -> AuditFinding.Proof {
        proof(names.map { "\($0): \(headers[$0].map(Sample.cut) ?? "none")" }.joined(separator: ", "))
    }
}

extension AuditPage {
    /// The entity tag without the sign that it is weak: what If-None-Match compares by (RFC 9110 §8.8.3.2).
    fileprivate var tag: String? {
        validator.etag.map { String($0.trimmingPrefix("W/")) }
    }

    /// `Last-Modified` where there is no other validator and it may be used.
    fileprivate var onlyDate: String? { validator.etag == nil ? validator.lastModified : nil }

    /// Whether `Last-Modified` was cut to minutes: it has no seconds, or is less than a minute before its newest item.
    fileprivate var isCoarse: Bool {
        guard let text = onlyDate, let date = Instant(httpDate: text) else { return false }
        let (minute, end) = (ItemVersion.date(date), ItemVersion.date(date.advanced(bySeconds: 60)))
        return !text.contains(/\d:\d\d:\d\d/)
            || date.seconds % 60 == 0 && items.contains { minute < $0.version && $0.version < end }
    }

    fileprivate var proofOfValidator: AuditFinding.Proof {
        exchange.proof(["ETag", "Last-Modified", "Date"].filter { exchange.headers[$0] != nil })
    }
}

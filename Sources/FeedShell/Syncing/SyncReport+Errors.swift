package import FeedModel

extension SyncReport {
    /// A line for each thing that did not go well. Parts that failed alike share one: without a network every
    /// collection fails, and one line says it all.
    package var errorLines: [ErrorLine] { failureLines() + warningLines }

    /// A line for each way in which parts failed.
    ///
    /// - Parameter withWaitingEvents: also where events were not sent because they wait, which `status` says too.
    func failureLines(withWaitingEvents: Bool = false) -> [ErrorLine] {
        var groups: [(failure: PartFailure, names: [String])] = []
        for failure in failures {
            if let index = groups.firstIndex(where: { $0.failure.isSaidLike(failure) }) {
                groups[index].names.append(failure.name)
            } else {
                groups.append((failure, [failure.name]))
            }
        }
        return groups.map { group in
            let url = group.names.count == 1 ? group.failure.failure.url.map { " (\($0))" } ?? "" : ""
            return ErrorLine(
                group.failure.code,
                "\(group.names.joined(separator: ", ")): \(group.failure.failure.message)\(url)",
                advice: group.failure.advice, group.failure.next)
        } + [events.flatMap { $0.isDeferred && !withWaitingEvents ? nil : $0.failureLine }].compactMap(\.self)
    }

    var warningLines: [ErrorLine] {
        namedWarnings.map { ErrorLine("warning", $0) }
            + [events?.refusalLine].compactMap(\.self)
    }

    private var failures: [PartFailure] {
        let config = sections?.failure.map { failure in
            PartFailure(
                name: Self.shownName(of: Self.sectionsPart), code: failure.code.rawValue, failure: failure,
                advice: failure.shownAdvice(),
                next: failure.reach == .interrupted ? "sync again" : nil)
        }
        return [config].compactMap(\.self)
            + collections.compactMap { report in
                if report.outcome == .suspiciousShrink {
                    let message = report.waiting.map(\.message).joined(separator: "; ")
                    return PartFailure(
                        name: report.name.text, code: report.outcome.rawValue,
                        failure: SyncFailure(code: .malformed, message: message), advice: nil, next: nil)
                }
                return report.failure.map { failure in
                    PartFailure(
                        name: report.name.text, code: failure.code.rawValue, failure: failure,
                        advice: failure.shownAdvice(hasAnswered: report.pages > 0), next: report.next(after: failure))
                }
            }
    }

    /// The report of some of its parts; warnings stay with their collections.
    func only(_ parts: Set<String>) -> SyncReport {
        var report = self
        report.collections.removeAll { !parts.contains($0.name.text) }
        if !parts.contains(Self.sectionsPart) { report.sections = nil }
        if !parts.contains(Self.eventsPart) { report.events = nil }
        return report
    }

    func withWarnings(_ lines: Set<String>) -> SyncReport {
        var report = self
        for (index, collection) in collections.enumerated() {
            report.collections[index].warnings = zip(collection.warnings, collection.namedWarnings)
                .filter { lines.contains($0.1) }.map(\.0)
        }
        if let warning = assets?.warning, !lines.contains(warning) { report.assets = nil }
        return report
    }

    static func shownName(of part: String) -> String {
        [sectionsPart: "sections", eventsPart: "events"][part] ?? part
    }

    /// Whether --quiet says nothing of it: the server asked to wait, or there is no connection.
    package func isUnsaidWhenQuiet(_ status: ExitStatus) -> Bool {
        status == .comeBackLater || status == .unavailable && parts.compactMap(\.failure).areUnreached
    }

    /// The section config and the collections: what is asked for.
    var parts: [(name: String, outcome: CollectionOutcome, failure: SyncFailure?)] {
        (sections.map { [(Self.sectionsPart, $0.outcome, $0.failure)] } ?? [])
            + collections.map { ($0.name.text, $0.outcome, $0.failure) }
    }
}

private struct PartFailure {
    let name: String
    let code: String
    let failure: SyncFailure
    let advice: String?
    let next: String?

    func isSaidLike(_ other: PartFailure) -> Bool {
        failure.message == other.failure.message && advice == other.advice && next == other.next
    }
}

extension CollectionReport {
    fileprivate func next(after failure: SyncFailure) -> String? {
        if outcome == .interrupted { return "the next sync goes on from here" }
        if failure.reach == .interrupted { return "sync again" }
        // Only what was set aside is in the list of problems.
        return failure.code == .malformed && items.rejected > 0 ? "see “problems”" : nil
    }
}

extension SyncFailure {
    /// What to do: until when the server asked to wait, what the failure itself advises, or what its code does.
    ///
    /// - Parameter hasAnswered: whether the same server has given pages of the list before in this run: what the manifest
    ///   says of it is right then.
    package func shownAdvice(hasAnswered: Bool = false) -> String? {
        // The message of a wait says until when.
        if reach == .interrupted || isWaiting { return nil }
        if let retryAt { return "asked to wait until \(retryAt)" }
        return advice ?? adviceByCode(hasAnswered: hasAnswered)
    }

    private func adviceByCode(hasAnswered: Bool) -> String? {
        switch code {
        case .connection, .timeout: "is the server running? sync again later"
        case .tls: "is base_url right, and the server’s certificate valid?"
        case .httpStatus: adviceByStatus(hasAnswered: hasAnswered)
        case .redirect: "give the manifest the address it leads to"
        case .malformed: "do the manifest’s paths fit the answer?"
        case .tooLarge: "ask for smaller pages, or raise it"
        case .paginationLoop: "does the manifest’s paging fit the server?"
        case .storage: "look at the database’s permissions and the space left"
        case .interrupted: nil
        }
    }

    private func adviceByStatus(hasAnswered: Bool) -> String? {
        switch status ?? 0 {
        case 401, 403: nil
        case 408, 429, 500...599: "sync again later"
        case _ where hasAnswered: "sync again later"
        default: "are base_url and path right in the manifest?"
        }
    }
}

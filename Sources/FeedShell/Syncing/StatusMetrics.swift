import FeedModel
import FeedStore

/// The state of a cache in the text format of Prometheus (version 0.0.4), as the textfile collector of the node exporter
/// reads it.
struct StatusMetrics {
    let text: String

    init(_ state: CacheState) {
        let source = [("source", state.source)]
        func each(_ value: (CollectionStatus) -> Double) -> [Sample] {
            state.collections.map { Sample(labels: source + [("collection", $0.name.text)], value: value($0)) }
        }
        func one(_ value: Double?) -> [Sample] { value.map { [Sample(labels: source, value: $0)] } ?? [] }
        let run = state.lastRun
        let families = [
            Family(
                "last_success_timestamp_seconds", "When the collection was last as the server has it; 0 if never.",
                each { $0.lastSuccess.map(Self.seconds) ?? 0 }),
            Family("items", "Live items of the collection.", each { Double($0.items) }),
            Family(
                "consecutive_failures", "Runs in a row that failed for the collection.", each { Double($0.failures) }),
            Family(
                "next_attempt_timestamp_seconds", "Before when the collection is not asked for; 0 if at once.",
                each { $0.wait.map { Self.seconds($0.until) } ?? 0 }),
            Family(
                "unmet_items", "Items that were not met and wait for evidence that they are gone.",
                each { Double($0.waiting.reduce(0) { $0 + $1.items }) }),
            Family(
                "last_run_rejected_items", "Items without a usable ID in the last run.",
                run?.collections.map { collection in
                    Sample(
                        labels: source + [("collection", collection.name.text)],
                        value: Double(collection.items.rejected))
                } ?? []),
            Family(
                "last_run_outcome", "1 for the outcome of the last run, 0 for the others.",
                run.map { run in
                    (SyncOutcome.allCases.map(\.rawValue) + [SyncOutcome.interrupted]).map { outcome in
                        Sample(labels: source + [("outcome", outcome)], value: outcome == run.outcome ? 1 : 0)
                    }
                } ?? []),
            Family(
                "last_run_duration_seconds", "How long the last run took.",
                one(run.flatMap { run in run.ended.map { $0.seconds(since: run.started) } })),
            Family(
                "last_run_requests", "Requests of the last run, retries included.", one(run.map { Double($0.requests) })
            ),
            Family(
                "last_run_received_bytes", "Bytes of answers in the last run, headers apart.",
                one(run.map { Double($0.bytes) })),
            Family("waiting_events", "Impressions and taps that wait for delivery.", one(Double(state.outbox.pending))),
            Family(
                "consumer_lag_changes", "Changes that a consumer has not taken.",
                state.consumers.map {
                    Sample(labels: source + [("consumer", $0.name)], value: Double($0.changesBehind))
                }),
            Family(
                "problems", "What was rejected, refused or doubted, as “problems” lists it.",
                one(Double(state.problems))),
            Family("database_size_bytes", "The database and its log on disk.", one(Double(state.databaseBytes))),
            Family(
                "assets_size_bytes", "Pictures and files that items name, on disk.", one(Double(state.assets.bytes))),
        ]
        text = families.map(\.text).joined()
    }

    private struct Sample {
        let labels: [(name: String, value: String)]
        let value: Double
    }

    private struct Family {
        let name: String
        let help: String
        let samples: [Sample]

        init(_ name: String, _ help: String, _ samples: [Sample]) {
            (self.name, self.help, self.samples) = ("feedcache_" + name, help, samples)
        }

        var text: String {
            guard !samples.isEmpty else { return "" }
            let lines = samples.map { sample in
                let labels = sample.labels.map { "\($0.name)=\"\(StatusMetrics.escaped($0.value))\"" }
                return "\(name){\(labels.joined(separator: ","))} \(StatusMetrics.number(sample.value))\n"
            }
            return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
        }
    }

    /// A label's value: backslashes, quotes and line feeds are escaped.
    static func escaped(_ text: String) -> String {
        text.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"")
            .replacingScalars("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? "\(value)" }

    /// Since 1970.
    private static func seconds(_ time: Instant) -> Double { Double(time.millisecondsSince1970) / 1_000 }
}

extension Instant {
    /// Seconds from `start` to this time; 0 where it is earlier, by a clock that was put back.
    func seconds(since start: Instant) -> Double {
        Double(max(0, millisecondsSince1970 - start.millisecondsSince1970)) / 1_000
    }
}

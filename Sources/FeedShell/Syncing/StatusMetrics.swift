import FeedModel
import FeedStore

/// The state of a cache in the text format of Prometheus (version 0.0.4), as the textfile collector of the node exporter
/// reads it.
struct StatusMetrics {
    let text: String

    init(_ state: CacheState) {
        let source = [("source", state.source)]
        func each(_ value: (CollectionStatus) -> Double) -> [Sample] {
            state.collections.map { Sample(labels: source + [("collection", $0.name)], value: value($0)) }
        }
        func one(_ value: Double?) -> [Sample] { value.map { [Sample(labels: source, value: $0)] } ?? [] }
        let run = state.lastRun
        let families = [
            Family(
                name: "feedcache_last_success_timestamp_seconds",
                help: "When the collection was last as the server has it; 0 if never.",
                samples: each { $0.lastSuccess.map(Self.seconds) ?? 0 }),
            Family(
                name: "feedcache_items", help: "Live items of the collection.", samples: each { Double($0.items) }),
            Family(
                name: "feedcache_consecutive_failures", help: "Runs in a row that failed for the collection.",
                samples: each { Double($0.failures) }),
            Family(
                name: "feedcache_next_attempt_timestamp_seconds",
                help: "Before when the collection is not asked for; 0 if at once.",
                samples: each { $0.wait.map { Self.seconds($0.until) } ?? 0 }),
            Family(
                name: "feedcache_unmet_items",
                help: "Items that were not met and wait for evidence that they are gone.",
                samples: each { Double($0.waiting.reduce(0) { $0 + $1.items }) }),
            Family(
                name: "feedcache_last_run_rejected_items", help: "Items without a usable ID in the last run.",
                samples: run?.collections.map { collection in
                    Sample(
                        labels: source + [("collection", collection.name)], value: Double(collection.items.rejected))
                } ?? []),
            Family(
                name: "feedcache_last_run_outcome", help: "1 for the outcome of the last run, 0 for the others.",
                samples: run.map { run in
                    (SyncOutcome.allCases.map(\.rawValue) + [SyncOutcome.interrupted]).map { outcome in
                        Sample(labels: source + [("outcome", outcome)], value: outcome == run.outcome ? 1 : 0)
                    }
                } ?? []),
            Family(
                name: "feedcache_last_run_duration_seconds", help: "How long the last run took.",
                samples: one(run.flatMap { run in run.ended.map { $0.seconds(since: run.started) } })),
            Family(
                name: "feedcache_last_run_requests", help: "Requests of the last run, retries included.",
                samples: one(run.map { Double($0.requests) })),
            Family(
                name: "feedcache_last_run_received_bytes", help: "Bytes of answers in the last run, headers apart.",
                samples: one(run.map { Double($0.bytes) })),
            Family(
                name: "feedcache_waiting_events", help: "Impressions and taps that wait for delivery.",
                samples: one(Double(state.outbox.pending))),
            Family(
                name: "feedcache_consumer_lag_changes", help: "Changes that a consumer has not taken.",
                samples: state.consumers.map {
                    Sample(labels: source + [("consumer", $0.name)], value: Double($0.changesBehind))
                }),
            Family(
                name: "feedcache_problems", help: "What was rejected, refused or doubted, as “problems” lists it.",
                samples: one(Double(state.problems))),
            Family(
                name: "feedcache_database_size_bytes", help: "The database and its log on disk.",
                samples: one(Double(state.databaseBytes))),
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
    fileprivate func seconds(since start: Instant) -> Double {
        Double(max(0, millisecondsSince1970 - start.millisecondsSince1970)) / 1_000
    }
}

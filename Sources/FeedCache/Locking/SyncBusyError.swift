import FeedModel
package import FeedStore

/// Another sync, delivery of events or prune is running.
package struct SyncBusyError: ReportableError, Equatable, Sendable {
    /// The run under way; nil where the ledger knows of none, as while events are delivered.
    package let holder: RunRecord?

    package var code: String { "busy" }

    package var message: String { holder == nil ? "another sync or flush is running" : "another sync is running\(who)" }

    package var advice: String? { "try again when it is done" }

    /// Its process and since when it runs, in brackets; empty where the ledger does not know.
    package var who: String {
        holder.map { " (process \($0.process), since \($0.started))" } ?? ""
    }
}

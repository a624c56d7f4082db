/// What running a line of the REPL came to.
struct LineResult: Equatable, Sendable {
    var status = ExitStatus.done
    /// Whether the line says to leave.
    var isLeaving = false

    /// What lines one after the other come to: the last failure counts, and leaving ends them.
    mutating func add(_ next: LineResult) {
        if next.status != .done { status = next.status }
        isLeaving = next.isLeaving
    }
}

import TerminalKit

extension Shell {
    /// Runs `body` with a pager at hand for what is longer than the screen, and comes back when it was left.
    ///
    /// - Parameter isWanted: where false, or in a session without a pager, or where nobody looks, `body` just runs.
    func paging<Result: Sendable>(
        _ isWanted: Bool = true, _ body: (Shell) async throws -> Result
    ) async throws -> Result {
        guard isWanted, settings.isPaging, output.isTerminal, let pager = Pager(environment: environment),
            let paged = output.paged(by: pager, environment)
        else { return try await body(self) }
        do {
            let result = try await body(writing(to: paged))
            await paged.endPaging()
            return result
        } catch {
            // What went wrong is said once the terminal is ours again.
            await paged.endPaging()
            throw error
        }
    }
}

/// How far back a sync keeps the ledger: runs, what items were before them, problems, and arrangements of sections.
package struct LedgerLimit: Equatable, Sendable {
    /// The last runs that stay; 1 or more.
    package var runs: Int
    /// What began longer ago than so many days goes as well, but for the last two runs, which `diff` compares. Nil: age does
    /// not count.
    package var days: Int?

    package init(runs: Int = 50, days: Int? = 90) {
        self.runs = runs
        self.days = days
    }
}

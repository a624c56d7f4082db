package import FeedModel
import FeedStore

extension FeedSnapshot {
    /// The feed as it was on screen at the end of a run, without ads.
    ///
    /// Payloads are read of the rows in the windows alone; the rest costs what happened since the run.
    ///
    /// - Parameter run: a run of the ledger; 0 for before the first one.
    package func feed(asOf run: Int64, windows: FeedWindows = FeedWindows()) throws -> FeedScreen {
        guard try run == 0 || reader.hasRun(run) else {
            throw UnknownNameError(kind: .run, name: "\(run)", known: try reader.runs(limit: 5).map { "\($0.run)" })
        }
        var lists: [String: PastList] = [:]
        return FeedScreen(
            run: run,
            sections: try sections(asOf: run).map { section in
                let window = windows[SectionID(section.id)]
                let (items, count) = try pastContent(of: section, asOf: run, in: window, &lists)
                let rows = items.enumerated().map { FeedRow($1, at: window.lowerBound + $0) }
                return FeedSection(section: section, rowCount: count, firstRow: window.lowerBound, rows: rows)
            })
    }

    /// - Parameter lists: those that were read before, for sections that show the same one.
    private func pastContent(
        of section: Section, asOf run: Int64, in window: Range<Int>, _ lists: inout [String: PastList]
    ) throws -> (items: [FeedItem], count: Int) {
        guard hasContent(section) else { return ([], 0) }
        guard case .collection(let name) = section.content else {
            let content = try sectionContent(of: section)
            return (try content.window(offset: window.lowerBound, limit: window.count), content.count)
        }
        let list = try lists[name] ?? reader.list(name).past(asOf: run)
        lists[name] = list
        return (try list.window(window), list.count)
    }
}

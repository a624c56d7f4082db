package import ArgumentParser

package struct CommandGroup: Sendable {
    /// What the commands of a group are for, in the order of the overview, with its title.
    package enum Purpose: String, CaseIterable, Sendable {
        case updating = "Keep the cache up to date"
        case looking = "Look at the feed"
        case querying = "Search and query"
        case advertising = "Ads and events"
        case reviewing = "See what happened"
        case exporting = "Take data out"
        case maintaining = "Care for the database"
        case trying = "Try it out"
        case preparing = "Set it up"
    }

    let purpose: Purpose
    let commands: [any ParsableCommand.Type]

    package init(_ purpose: Purpose, _ commands: [any ParsableCommand.Type]) {
        self.purpose = purpose
        self.commands = commands
    }
}

package enum ShellCommands: CommandList {
    package static let groups = [
        CommandGroup(.updating, [SyncCommand.self, RefreshCommand.self, MoreCommand.self, WatchCommand.self]),
        CommandGroup(
            .looking,
            [
                FeedViewCommand.self, BrowseCommand.self, ScrollCommand.self, SectionsCommand.self, ItemsCommand.self,
                ShowCommand.self, DiffCommand.self,
            ]),
        CommandGroup(
            .querying,
            [
                FindCommand.self, CountCommand.self, FacetsCommand.self, TablesCommand.self, SchemaCommand.self,
                SQLCommand.self,
            ]),
        CommandGroup(
            .advertising,
            [
                AdsCommand.self, ExplainCommand.self, TapCommand.self, EventsCommand.self, FlushCommand.self,
                ClickThroughCommand.self,
            ]),
        CommandGroup(.reviewing, [StatusCommand.self, RunsCommand.self, ProblemsCommand.self]),
        CommandGroup(
            .exporting, [ExportCommand.self, ChangesCommand.self, ConsumersCommand.self, BackupCommand.self]),
        CommandGroup(.maintaining, [CheckCommand.self, RestoreCommand.self, PruneCommand.self, ForgetCommand.self]),
        CommandGroup(.trying, [REPLCommand.self]),
        CommandGroup(.preparing, [CompletionsCommand.self, ManualCommand.self]),
    ]
}

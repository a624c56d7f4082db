import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct CountCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Count the items of a collection, or those an SQL expression holds for.")
    static let example = "count photos --where \"title like 'a%'\""

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    @Option(name: .customLong("where"), help: .condition)
    var condition: String?

    @Flag(help: "The removed items instead.")
    var removed = false

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let count: Int
        if let condition {
            count = try cache.count(of: name, where: condition, part: removed ? .removed : .shown)
        } else {
            count = try cache.read { snapshot in
                let list = try snapshot.list(name)
                return removed ? try list.removedCount() : try list.count()
            }
        }
        try shell.show(.object([("collection", .string(name)), ("count", .number(count))]), shared) {
            try shell.output.line("\(count)")
        }
        return .done
    }
}

import ArgumentParser

/// The options every command takes.
struct SharedOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("db"),
        help: ArgumentHelp("The database file. [environment: FEEDCACHE_DB]", valueName: "path"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp("The manifest, a TOML file. [environment: FEEDCACHE_SOURCE]", valueName: "path"),
        completion: .file(extensions: ["toml"]))
    var source: String?

    @Flag(help: "Print one JSON document on standard output, and nothing else there.")
    var json = false

    @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
    var color: ColorChoice?

    @Flag(name: .shortAndLong, help: "No messages and no progress.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Messages and progress also where standard error is no terminal.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}

extension ColorChoice: ExpressibleByArgument {}

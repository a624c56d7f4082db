import FeedCache
import FeedModel
import TerminalKit

struct SettingBuiltin: REPLBuiltin {
    let name: String
    let usage: String
    let abstract: String
    let example: String
    let values: [String]
    /// Takes the value; without one, gives what to print.
    private let effect: @Sendable (_ value: String?, inout SessionSettings) -> String?

    static let all = [
        SettingBuiltin(
            name: "mode", usage: "[<mode>]", abstract: "How results are shown from now on.", example: "mode csv",
            values: OutputMode.ofRecords.map(\.rawValue)
        ) { value, settings in
            guard let value else { return (settings.mode ?? .table).rawValue }
            settings.mode = OutputMode(rawValue: value)
            return nil
        },
        toggle("timing", abstract: "Whether each command is followed by the time it took.", \.isTiming),
        toggle("pager", abstract: "Whether what is longer than the screen goes through a pager.", \.isPaging),
        toggle("bail", abstract: "Whether a line that fails ends the file or pipe it is read from.", \.isBailing),
        toggle("echo", abstract: "Whether lines of a file or pipe are printed before they are run.", \.isEchoing),
    ]

    var names: [String] { [name] }

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] {
        words.count == 1 ? values.map { Completion.Candidate(word: $0) } : []
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        let answer = try session.settings.change { settings throws(CommandError) in try take(words, &settings) }
        if let answer { try session.shell.output.line(answer) }
        return LineResult()
    }

    /// - Returns: what to print.
    func take(_ arguments: some Collection<String>, _ settings: inout SessionSettings) throws(CommandError) -> String? {
        guard let value = arguments.first else { return effect(nil, &settings) }
        let known = "it takes " + values.asChoice
        guard arguments.count == 1 else { throw CommandError(.usage, "too many words after “\(name)”: \(known)") }
        guard values.contains(value) else {
            let nearest = Spelling.suggestion(for: value, among: values).map { "; did you mean “\($0)”?" } ?? ""
            throw CommandError(.usage, "“\(name)” does not know “\(value)”: \(known)\(nearest)")
        }
        return effect(value, &settings)
    }

    private static func toggle(
        _ name: String, abstract: String, _ property: WritableKeyPath<SessionSettings, Bool> & Sendable
    ) -> SettingBuiltin {
        SettingBuiltin(
            name: name, usage: "[on|off]", abstract: abstract, example: "\(name) on", values: ["on", "off"]
        ) { value, settings in
            guard let value else { return settings[keyPath: property] ? "on" : "off" }
            settings[keyPath: property] = value == "on"
            return nil
        }
    }
}

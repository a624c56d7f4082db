import ArgumentParser
import FeedModel
import TerminalKit

struct CompletionsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print the script with which bash, zsh or fish complete commands, options and names from the cache.",
        discussion: """
            To try it: source <(feedcache completions bash), or in fish: feedcache completions fish | source. To keep \
            it, write it to where the shell looks, as scripts/install does.
            """)
    static let example = "completions bash"
    static let modes: [OutputMode] = [.table, .json]

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var userShell: UserShell

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("A line to complete.", valueName: "line", visibility: .hidden))
    var lines: [String] = []

    func run(in shell: Shell) async throws -> ExitStatus {
        if let line = lines.last {
            let answer = CompletionAnswer(to: line, in: shell)
            try shell.output.line(userShell == .bash ? answer.bashText(after: line) : answer.description)
        } else if shared.json {
            try shell.show(.object([("shell", .string(userShell.rawValue)), ("script", .string(userShell.script))]))
        } else {
            try shell.output.write(Array(userShell.script.utf8))
        }
        return .done
    }
}

enum UserShell: String, CaseIterable, ExpressibleByArgument, Sendable {
    case bash, zsh, fish

    /// What the shell has to read, once in each session.
    ///
    /// The scripts know no command and no option: on Tab they hand the line to `feedcache completions SHELL -- LINE` and
    /// show the answer, a ``CompletionAnswer``. So they fit every version of the program, and say nothing where it fails.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    // No `mapfile`, and errors of `compopt` are not shown: macOS has bash 3.2.
    private static let bashScript = #"""
        # bash completion for feedcache, printed by “feedcache completions bash”.
        _feedcache() {
            local line=${COMP_LINE:0:COMP_POINT} program=${COMP_WORDS[0]} kind rest
            COMPREPLY=()
            case $program in
            \~/*) program=$HOME/${program#\~/} ;;
            */*) ;;
            *) program=feedcache ;;
            esac
            {
                read -r kind
                case $kind in
                files*) compopt -o default 2>/dev/null ;;
                folders) compopt -o dirnames 2>/dev/null ;;
                words)
                    compopt -o nosort 2>/dev/null
                    # What follows the letters typed so far, with the quotes it needs there: bash adds none.
                    while IFS= read -r rest; do COMPREPLY+=("$2${rest%%$'\t'*}"); done
                    ;;
                esac
            } < <("$program" completions bash -- "$line" 2>/dev/null </dev/null)
        }
        complete -F _feedcache feedcache

        """#

    private static let zshScript = #"""
        #compdef feedcache
        # zsh completion for feedcache, printed by “feedcache completions zsh”.
        _feedcache() {
            local program=${(Q)words[1]} entry word note
            local -a answer described extensions
            case $program in
            \~/*) program=$HOME/${program#\~/} ;;
            */*) ;;
            *) program=feedcache ;;
            esac
            local line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX"
            answer=("${(@f)$("$program" completions zsh -- "$line" 2>/dev/null </dev/null)}")
            case $answer[1] in
            files*)
                compset -P '--*='
                extensions=(${(s: :)answer[1]#files})
                if (( $#extensions )); then _files -g "*.(${(j:|:)extensions})"; else _files; fi
                ;;
            folders)
                compset -P '--*='
                _files -/
                ;;
            words)
                for entry in "${(@)answer[2,-1]}"; do
                    word=${entry%%$'\t'*} note=${entry#*$'\t'}
                    described+=("${${word//\\/\\\\}//:/\\:}${note:+:$note}")
                done
                _describe -V feedcache described
                ;;
            esac
        }
        if [[ $funcstack[1] == _feedcache ]]; then _feedcache "$@"; else compdef _feedcache feedcache; fi

        """#

    private static let fishScript = #"""
        # fish completion for feedcache, printed by “feedcache completions fish”.
        function __feedcache_complete
            set -l program (commandline -opc)[1]
            set -l line (commandline -cp | string collect)
            set -l typed (commandline -ct)
            string match -q '*/*' -- $program; or set program feedcache
            set program (string replace -r '^~/' $HOME/ -- $program)
            type -q $program; or return
            set -l answer ($program completions fish -- $line 2>/dev/null </dev/null)
            set -l option (string match -r '^--[^=]*=' -- $typed; or echo)
            switch $answer[1]
                case 'files*'
                    printf '%s\n' $option(__fish_complete_path (string replace -- "$option" '' $typed))
                case folders
                    printf '%s\n' $option(__fish_complete_directories (string replace -- "$option" '' $typed) '')
                case words
                    printf '%s\n' $answer[2..]
            end
        end
        complete -c feedcache -f -k -a '(__feedcache_complete)'

        """#
}

# What is called by nothing, by its name: `awk -f scripts/figures.awk PublicAPI.txt SOURCES… TESTS…` prints a line each.
#
#   name NAME FILE:LINE tests only|nothing   declared in Sources and not called there: tests call it, or nothing does
#   public PATH                              a member of the public API that no test calls
#
# Names are counted in code: comments and the texts of literals are left out, what is interpolated is kept. A name that
# two declarations share counts as called where one of them is. Overrides, initializers and types of the public API are
# not looked at, nor what the compiler writes for them.

# The code of a line; literals of several lines are followed from one line to the next.
function code(line, kept, quoted) {
    if (line ~ /^ *\/\//) return ""
    kept = ""
    while (match(line, /\\#*\(([^()]|\(([^()]|\([^()]*\))*\))*\)/)) {
        kept = kept " " substr(line, RSTART, RLENGTH)
        line = substr(line, 1, RSTART - 1) " " substr(line, RSTART + RLENGTH)
    }
    quoted = gsub(/"""/, "\001", line)
    if (isText) {
        if (quoted) { sub(/^[^\001]*\001/, "", line); isText = 0 } else return kept
    } else if (quoted) { sub(/\001.*$/, "", line); isText = 1 }
    gsub(/"([^"\\]|\\.)*"/, " ", line)
    sub(/ \/\/.*$/, "", line)
    gsub(/"([^"\\]|\\.)*"/, " ", kept)
    return line " " kept
}

# The names that a line declares, at the level of a file or a type.
function declare(line, indent, rest, names, count, i, name) {
    match(line, /^ */)
    indent = RLENGTH
    if (line ~ /(^|[^a-zA-Z])(override|public) /) return
    sub(/^ */, "", line)
    while (sub(/^@[A-Za-z]+(\([^)]*\))? */, "", line)) continue
    rest = line
    while (sub(/^(package|private\(set\)|fileprivate\(set\)|private|fileprivate|package private\(set\)|static|final|indirect|mutating|nonisolated|lazy|weak|consuming|borrowing|isolated|convenience|prefix) /, "", rest)) continue
    if (indent > 4 && rest == line && rest ~ /^(let|var) /) return
    if (rest ~ /^case [a-z]/) {
        sub(/^case /, "", rest)
        while (gsub(/\([^()]*\)/, "", rest)) continue
        gsub(/ = [^,]*/, "", rest)
        if (rest ~ /[:.]/) return
        count = split(rest, names, /, */)
        for (i = 1; i <= count; i++) note(names[i])
    } else if (rest ~ /^(func|var|let|struct|enum|class|actor|protocol|typealias) [A-Za-z_]/) {
        sub(/^[a-z]+ /, "", rest)
        match(rest, /^[A-Za-z0-9_]+/)
        note(substr(rest, 1, RLENGTH))
    }
}

function note(name) {
    gsub(/[^A-Za-z0-9_]/, "", name)
    if (name == "") return
    declared[name]++
    if (!(name in place)) place[name] = FILENAME ":" FNR
}

# `FeedCache.FeedAd.decode(_:with:): func decode<Value>(…) …`
FILENAME ~ /PublicAPI\.txt$/ {
    path = $1
    sub(/:$/, "", path)
    name = path
    sub(/\(.*$/, "", name)
    sub(/^.*\./, "", name)
    declaration = $0
    sub(/^[^ ]*: /, "", declaration)
    isPublic[name] = 1
    if (declaration !~ /^(@[^ ]+ )*(final )?(struct|enum|class|actor|protocol|typealias) / && name !~ /^(init|subscript)$/)
        member[path] = name
    next
}
FNR == 1 { isText = 0 }
{
    text = code($0)
    if (text == "") next
    isTest = FILENAME ~ /^Tests\//
    if (!isTest) declare(text)
    count = split(text, words, /[^A-Za-z0-9_]+/)
    for (i = 1; i <= count; i++) if (isTest) tests[words[i]]++; else sources[words[i]]++
}
END {
    for (name in declared)
        if (sources[name] <= declared[name] && !(name in isPublic))
            print "name", name, place[name], (name in tests ? "tests only" : "nothing")
    for (path in member) if (!(member[path] in tests)) print "public", path
}

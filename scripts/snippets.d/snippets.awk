# Writes each Swift block of articles and doc comments into a file of its own, so that the compiler can look at it:
#
#     awk -f snippets.awk -v output=FOLDER [-v known=FILE] FILES…
#
# What an app can use goes to FOLDER/app: the articles, and the comments of what is public. The other comments go to
# FOLDER/project, package descriptions to FOLDER/package/main.swift. What is in the text of `known`, however it is indented, is
# compiled there.

function trimmed(line) {
    gsub(/^ +| +$/, "", line)
    return line
}

# Writes the blocks of one comment or article.
function flush(place, i) {
    for (i = 1; i <= blocks; i++) {
        if (trimmed(texts[i]) ~ /^\.(package|product)\(/) writePackage(texts[i], starts[i])
        else write(texts[i], starts[i], output "/" place "/" (++number) ".swift")
    }
    blocks = 0
}

# In a function, or in a type where it declares something. Imports go before that.
function write(text, start, file, lines, count, i, imports, body, isType) {
    count = split(text, lines, "\n")
    for (i = 1; i < count; i++) {
        if (lines[i] ~ /^import /) { imports = imports lines[i] "\n"; lines[i] = "" }
        isType = isType || lines[i] ~ /^(@|(final |private )?(struct|class|enum|actor|protocol|func) )/
        body = body lines[i] "\n"
    }
    printf "%s%s {\n#sourceLocation(file: \"%s\", line: %d)\n%s#sourceLocation()\n}\n", imports,
        isType ? "private struct Snippet" : "@MainActor private func snippet() async throws", name, start, body >file
    close(file)
}

# An element of a list a line.
function writePackage(text, start, lines, count, i) {
    count = split(text, lines, "\n")
    for (i = 1; i <= count; i++) {
        sub(/,? *(\/\/.*)?$/, "", lines[i])
        if (lines[i] == "") continue
        printf "#sourceLocation(file: \"%s\", line: %d)\n_ = %s%s\n", name, start + i - 1,
            lines[i] ~ /^\.package/ ? "Package.Dependency" : "Target.Dependency", lines[i] >>(output "/package/main.swift")
    }
}

BEGIN {
    while (known != "" && (getline line < known) > 0) knownText = knownText trimmed(line) "\n"
}
FNR == 1 {
    flush(isComment ? "project" : "app")
    name = FILENAME
    isComment = name ~ /\.swift$/
    inBlock = 0
}
{
    line = $0
    if (isComment && !sub(/^ *\/\/\/ ?/, "", line)) {
        # The declaration that the comment is of comes after its attributes.
        if (trimmed(line) !~ /^(@[A-Za-z]+(\([^)]*\))? *)*$/) flush(line ~ /(^|[^a-z])public / ? "app" : "project")
        next
    }
}
!inBlock && line ~ /^```swift *$/ {
    inBlock = 1
    text = key = ""
    start = FNR + 1
    next
}
inBlock && line ~ /^```/ {
    inBlock = 0
    if (!index(knownText, key)) {
        texts[++blocks] = text
        starts[blocks] = start
    }
    next
}
inBlock {
    text = text line "\n"
    key = key trimmed(line) "\n"
}
END { flush(isComment ? "project" : "app") }

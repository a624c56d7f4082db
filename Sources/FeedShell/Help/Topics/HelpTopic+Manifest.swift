import FeedModel
import FeedSource

extension HelpTopic {
    static let manifest = HelpTopic(
        name: "manifest",
        abstract: "The manifest is a TOML file, feed.toml, that says where an API is and how to read it.",
        manualTitle: "MANIFEST",
        blocks: [.example(example), .paragraph(finding)] + tables + [.paragraph(closing)])

    private static let example = [
        "[source]",
        "name = \"news\"",
        "base_url = \"https://api.example.com/v1\"",
        "",
        "[source.headers]",
        "Authorization = \"Bearer ${NEWS_TOKEN}\"",
        "",
        "[[collections]]",
        "name = \"articles\"",
        "path = \"articles\"",
        "items = \"data\"",
        "id = \"id\"",
        "version = \"updated_at\"",
        "paging = { style = \"cursor\", next = \"meta.next_cursor\" }",
    ]

    private static let finding = """
        It is the file that --source or FEEDCACHE_SOURCE names, else ./feed.toml, else feedcache/feed.toml in \
        $XDG_CONFIG_HOME, else the built-in one of the mock API. A key that is unknown or has a wrong value is exit code \
        78, with file, line and key. (*) marks what must be there.
        """

    private static let closing = """
        A path such as data.photos or 0.id leads to a value: steps between dots are the names of fields, a number counts \
        the elements of an array from 0. A step in double quotes may hold anything: '"@odata.nextLink"'. \
        links[rel=next].href takes the first element whose field equals. ${NAME} in a text of [source], a header or a path of a URL is read from the \
        environment. Every key with its range, default and what goes wrong without it is in the manifest reference.
        """

    private static let tables = ManifestKeys.tables.filter { !$0.table.isEmpty }.map { table, keys in
        Block.list(
            title: title(of: table),
            entries: keys.map { key in
                let meaning = key.standard.map { "\(key.meaning) Default: \($0)." } ?? key.meaning
                return (key.isRequired ? "\(key.name) (*)" : key.name, meaning)
            })
    }

    private static func title(of table: String) -> String {
        switch table {
        case "collections": "[[collections]]"
        case "ads.policy": "[ads.policy], [ads.sections.NAME]"
        default: "[\(table)]"
        }
    }
}

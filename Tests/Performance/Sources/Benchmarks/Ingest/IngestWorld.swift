import Foundation

/// Pages of a list in files, as a server of files gives them: `list/1.json`, `list/2.json` and so on.
struct IngestWorld {
    let folder: URL
    let itemCount: Int
    let pageSize = 100
    /// Bytes of an item.
    let itemSize: Int
    /// How many objects an item is nested in.
    var depth = 0
    /// Whether a page names the one after it, which then cannot be asked for ahead.
    var isCursorList = false

    var pageCount: Int { itemCount / pageSize }

    /// An item's JSON, of about `itemSize` bytes.
    func item(_ number: Int, version: Int) -> String {
        let head = #"{"id":\#(number),"v":\#(version),"title":"Item \#(number)","#
        let open = String(repeating: #""in":{"#, count: depth)
        let close = String(repeating: "}", count: depth)
        let rest = max(0, itemSize - head.utf8.count - open.utf8.count - close.utf8.count - 10)
        return head + open + #""text":"\#(String(repeating: "x", count: rest))""# + close + "}"
    }

    /// Writes the pages. Of a hundred items as many as `changed` have version 2.
    func write(changed: Int = 0) throws {
        let list = folder.appending(path: "list")
        try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
        for page in 1...pageCount {
            let first = (page - 1) * pageSize
            let items = (first..<first + pageSize).map { item($0, version: $0 % 100 < changed ? 2 : 1) }
            let next = page < pageCount ? #""\#(page + 1)""# : "null"
            let end = isCursorList ? #""next":\#(next)"# : #""total":\#(itemCount)"#
            try Data(#"{"items":[\#(items.joined(separator: ","))],\#(end)}"#.utf8)
                .write(to: list.appending(path: "\(page).json"))
        }
    }

    /// Writes a manifest that reads the list on a server so many times, as lists of other names, and says where it is.
    func writeManifest(origin: String, listCount: Int = 1) throws -> String {
        let paging =
            isCursorList
            ? #"{ style = "cursor", param = "page", next = "next" }"#
            : #"{ style = "page", size = \#(pageSize), total = "total" }"#
        let lists = (1...listCount).map { number in
            """
            [[collections]]
            name = "list\(number)"
            path = "list"
            items = "items"
            id = "id"
            version = "v"
            paging = \(paging)

            """
        }
        let manifest = """
            [source]
            name = "bench"
            base_url = "\(origin)"
            max_items = 1000000

            \(lists.joined(separator: "\n"))
            """
        let file = folder.appending(path: "feed.toml")
        try Data(manifest.utf8).write(to: file)
        return file.path
    }
}

extension SeededDefect {
    private static func total(_ count: Int) -> @Sendable (AuditedList.Moment) -> [String] {
        { _ in ["\"total\":\(count)"] }
    }

    /// 25 items, of which 8 to 11 share a sort key: the database gives them in any order.
    private static func ties(_ order: [Int]) -> [Int] { Array(0..<8) + order + Array(12..<25) }

    /// Evens before odds, and the page that is asked for sorted by ID, as MediaWiki does. `slip`: two of them change places
    /// behind the first ten.
    private static func chosen(_ moment: AuditedList.Moment, slip: Bool) -> [Int] {
        var ids = Array(stride(from: 0, to: 25, by: 2)) + Array(stride(from: 1, to: 25, by: 2))
        if slip, moment.start >= 10 { ids.swapAt(9, 10) }
        return sortingPage(of: ids, moment)
    }

    private static func sortingPage(of ids: [Int], _ moment: AuditedList.Moment) -> [Int] {
        var ids = ids
        let page = min(moment.start, ids.count)..<min(moment.start + moment.size, ids.count)
        ids.replaceSubrange(page, with: ids[page].sorted())
        return ids
    }

    private static let orders = [[8, 9, 10, 11], [10, 11, 8, 9], [9, 11, 8, 10]]

    static let ofOrder: [SeededDefect] = [
        SeededDefect(
            "ties come in another order with each request", "unstable_order",
            wrong: { $0.ids = { ties(orders[$0.request % 3]) } },
            // An item is put in front while the first walk is under way.
            sound: { $0.ids = { $0.request > 1 ? [99] + Array(0..<25) : Array(0..<25) } }),
        SeededDefect(
            "ties come in an order of their own on the second page", "unstable_order",
            AuditedList(.page, #"style = "page", total = "total""#) { $0.members = total(25) },
            wrong: { $0.ids = { ties(orders[$0.start < 10 ? 0 : 1]) } },
            sound: { $0.ids = { _ in ties([9, 8, 11, 10]) } }),
        SeededDefect(
            "without a total, pages of another size show what was lost", "unstable_order",
            AuditedList(.offset, #"style = "offset", size_param = "limit", size = 10"#),
            wrong: { $0.ids = { ties(orders[$0.start < 10 ? 0 : 1]) } },
            sound: { $0.ids = { _ in ties([9, 8, 11, 10]) } }),
        SeededDefect(
            "pages are sorted by ID, and chosen by something else", "unstable_order",
            AuditedList(.offset, #"style = "offset", size_param = "limit", size = 10"#),
            wrong: { $0.ids = { chosen($0, slip: true) } }, sound: { $0.ids = { chosen($0, slip: false) } }),
        SeededDefect(
            "pages are sorted by ID, and chosen in another order each time", "unstable_order",
            wrong: { $0.ids = { sortingPage(of: ties(orders[$0.walk % 3]), $0) } },
            // The first item is deleted: the pages after it begin one item later.
            sound: { $0.ids = { sortingPage(of: Array((0..<25).reversed().dropFirst($0.walk > 1 ? 1 : 0)), $0) } }),
        SeededDefect(
            "one answer in another order each time", "unstable_order", AuditedList(.none, #"style = "none""#),
            wrong: { $0.ids = { $0.walk == 1 ? [1, 2, 3] : [3, 1, 2] } },
            // An item that is changed comes first.
            sound: {
                $0.ids = { $0.walk == 1 ? [1, 2, 3] : [3, 1, 2] }
                $0.item = { id, moment in #"{"id":\#(id),"v":\#(id == 3 && moment.walk > 1 ? 200 : 100)}"# }
            }),
        SeededDefect(
            "a replica does not have an item", "unstable_order",
            wrong: { $0.ids = { $0.walk == 2 ? Array(0..<24) : Array(0..<25) } },
            // It is deleted, and stays away.
            sound: { $0.ids = { $0.walk > 1 ? Array(0..<24) : Array(0..<25) } }),
        SeededDefect(
            "a replica does not have an item, and another behind it is deleted", "unstable_order",
            wrong: { $0.ids = { $0.walk == 1 ? Array(0..<25) : [0, 1, 2] + Array(($0.walk == 2 ? 4 : 3)..<24) } },
            // One is deleted while the second walk is under way: what comes after it slides onto the page before.
            sound: { $0.ids = { Array(($0.walk > 2 || $0.walk == 2 && $0.page > 1 ? 1 : 0)..<25) } }),
        SeededDefect(
            "each page begins with the last item of the one before", "overlapping_pages",
            wrong: { list in
                list.ids = { moment in (0..<25 + moment.page - 1).map { $0 - moment.page + 1 } }
            },
            // An item is put in front while the first walk is under way.
            sound: { $0.ids = { $0.request == 1 ? Array(0..<25) : [99] + Array(0..<25) } }),
        SeededDefect(
            "a cursor that means “from this item on”", "overlapping_pages",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next""#),
            wrong: { $0.next = { $0.hasMore ? $0.end - 1 : nil } }),
    ]

    static let ofEnds: [SeededDefect] = [
        SeededDefect(
            "the last cursor leads to the first page", "endless_list",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next""#),
            wrong: { $0.next = { $0.hasMore ? $0.end : 10 } }),
        SeededDefect(
            "the last cursor is 0", "endless_list",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next""#) {
                $0.next = { $0.hasMore ? $0.end : 0 }
            },
            sound: { $0.paging += #", end_cursor = "0""# }),
        SeededDefect(
            "the number of the page changes nothing", "endless_list",
            AuditedList(.page, #"style = "page", has_next = "more""#) { $0.members = { ["\"more\":\($0.hasMore)"] } },
            wrong: { $0.ids = { _ in (0..<60).map { $0 % 10 } } }),
        SeededDefect(
            "the last page links to itself", "endless_list", AuditedList(.link, #"style = "link""#),
            wrong: { $0.next = { $0.hasMore ? $0.end : $0.start } }),
        SeededDefect(
            "the URL of the next page is that of the first", "endless_list",
            AuditedList(.nextURL, #"style = "next_url", next = "next""#), wrong: { $0.next = { _ in 10 } }),
        SeededDefect(
            "the cursor ends before the total", "ends_early",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next", total = "total""#) {
                $0.members = total(25)
            },
            wrong: { $0.next = { $0.end < 20 ? $0.end : nil } }),
        SeededDefect(
            "the number of pages is rounded down", "ends_early",
            AuditedList(.page, #"style = "page", total_pages = "pages""#) { $0.members = { _ in ["\"pages\":3"] } },
            wrong: { $0.members = { _ in ["\"pages\":2"] } }),
        SeededDefect(
            "the page before the last says that it is the last", "ends_early",
            AuditedList(.page, #"style = "page", has_next = "more""#) { $0.members = { ["\"more\":\($0.hasMore)"] } },
            wrong: { $0.members = { ["\"more\":\($0.end < 20)"] } },
            // What is appended after the end is in the next walk.
            sound: { $0.ids = { Array(0..<($0.request > 3 ? 31 : 30)) } }),
        SeededDefect(
            "the answer says that there is more, and names nothing", "ends_early",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next", has_next = "more""#) {
                $0.members = { ["\"more\":\($0.hasMore)"] }
            },
            wrong: { $0.members = { _ in ["\"more\":true"] } }),
        SeededDefect(
            "one answer says that it is not all", "ends_early", AuditedList(.none, #"style = "none""#),
            wrong: { $0.members = { _ in ["\"has_more\":true"] } },
            sound: { $0.members = { _ in ["\"has_more\":false"] } }),
        SeededDefect(
            "the last cursor leads to an empty page", "next_after_last",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next""#),
            wrong: { $0.next = { $0.start < 25 ? $0.end : nil } }),
        SeededDefect(
            "has_next on the last page", "next_after_last",
            AuditedList(.page, #"style = "page", has_next = "more""#) { $0.members = { ["\"more\":\($0.hasMore)"] } },
            wrong: { $0.members = { ["\"more\":\($0.start < 25)"] } }),
        SeededDefect(
            "has_next on the last page, and 404 after it", "next_after_last",
            AuditedList(.page, #"style = "page", has_next = "more", end_status = [404]"#) {
                $0.refusal = { $0.start >= 25 ? .init(status: 404) : nil }
                $0.members = { ["\"more\":\($0.hasMore)"] }
            },
            wrong: { $0.members = { _ in ["\"more\":true"] } }),
        SeededDefect(
            "pages are shorter than was asked for", "capped_size",
            AuditedList(.page, #"style = "page", size_param = "limit", size = 50"#) { $0.count = 90 },
            wrong: { $0.cap = 20 }, sound: { $0.cap = 100 }),
        SeededDefect(
            "an offset with a cap", "capped_size",
            AuditedList(.offset, #"style = "offset", size_param = "limit", size = 50, total = "total""#) {
                $0.members = total(25)
                $0.cap = 10
            },
            sound: { $0.paging = #"style = "offset", size_param = "limit", size = 10, total = "total""# }),
    ]

    static let ofTotals: [SeededDefect] = [
        SeededDefect(
            "the total counts what is not listed", "wrong_total",
            AuditedList(.page, #"style = "page", total = "total""#) { $0.members = total(25) },
            wrong: { $0.members = total(28) }),
        SeededDefect(
            "the total counts less than is listed", "wrong_total",
            AuditedList(.link, #"style = "link", total = "total""#) {
                $0.members = total(20)
                $0.lines = "deleted = \"gone\""
            },
            // Five of them are deleted.
            sound: { $0.item = { id, _ in #"{"id":\#(id),"v":1,"gone":\#(id < 5)}"# } }),
        SeededDefect(
            "the total is the length of the page", "unsteady_total",
            AuditedList(.link, #"style = "link", total_header = "X-Total""#) {
                $0.headers = { _, _ in ["X-Total": "25"] }
            },
            wrong: { $0.headers = { moment, _ in ["X-Total": "\(moment.end - moment.start)"] } }),
        SeededDefect(
            "the total is an estimate", "unsteady_total",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next", total = "total""#),
            wrong: { $0.members = { ["\"total\":\($0.start + 15)"] } },
            // The list grows between two walks.
            sound: {
                $0.ids = { Array(0..<($0.walk > 1 ? 26 : 25)) }
                $0.members = { ["\"total\":\($0.walk > 1 ? 26 : 25)"] }
            }),
        SeededDefect(
            "counting stops at 100, and a page is asked for by number", "capped_total",
            AuditedList(.page, #"style = "page", total = "total""#) { $0.count = 130 },
            wrong: { $0.members = total(100) }, sound: { $0.members = total(130) }),
        SeededDefect(
            "counting stops at 100, and a cursor goes on", "capped_total",
            AuditedList(.cursor, #"style = "cursor", param = "cursor", next = "next", total = "total""#) {
                $0.members = total(100)
                $0.count = 130
            },
            sound: { $0.count = 100 }),
    ]
}

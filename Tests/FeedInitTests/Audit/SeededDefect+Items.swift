import FeedModel

extension SeededDefect {
    static let ofItems: [SeededDefect] = [
        SeededDefect(
            "an item without an ID", "missing_id",
            wrong: { $0.item = { id, _ in id == 7 ? #"{"v":1}"# : #"{"id":\#(id),"v":1}"# } }),
        SeededDefect(
            "an ID that is null", "missing_id",
            wrong: { $0.item = { id, _ in #"{"id":\#(id == 7 ? "null" : "\(id)"),"v":1}"# } }),
        SeededDefect(
            "an ID with a fraction", "missing_id",
            wrong: { $0.item = { id, _ in #"{"id":\#(id == 7 ? "7.5" : "\(id)"),"v":1}"# } }),
        SeededDefect(
            "a join repeats a row", "repeated_id", wrong: { $0.ids = { _ in [0, 1, 2, 2, 3] } },
            sound: { $0.ids = { _ in [0, 1, 2, 4, 3] } }),
        SeededDefect(
            "two items of one ID", "ambiguous_id",
            AuditedList(.page, #"style = "page""#) {
                $0.count = 8
                $0.item = { id, _ in #"{"id":\#(id / 2),"kind":"\#(id % 2 == 0 ? "a" : "b")","v":\#(id)}"# }
            },
            sound: { $0.lines = #"id = ["kind", "id"]"# }),
        SeededDefect(
            "IDs are numbers and texts", "mixed_id_types",
            wrong: { $0.item = { id, _ in #"{"id":\#(id < 5 ? "\(id)" : "\"\(id)\""),"v":1}"# } },
            sound: { $0.item = { id, _ in #"{"id":"\#(id)","v":1}"# } }),
        SeededDefect(
            "null in place of an item", "mixed_elements",
            wrong: { $0.item = { id, _ in id == 7 ? "null" : #"{"id":\#(id),"v":1}"# } }),
        SeededDefect(
            "a text among objects", "mixed_elements",
            wrong: { $0.item = { id, _ in id == 7 ? #""i7""# : #"{"id":"i\#(id)","v":1}"# } },
            sound: { $0.item = { id, _ in #"{"id":"i\#(id)","v":1}"# } }),
        SeededDefect(
            "replies in an item are cut as the pages are", "other_content",
            AuditedList(.offset, #"style = "offset", size_param = "limit", size = 10"#) {
                $0.lines = #"version = "none""#
                $0.item = { id, moment in #"{"id":\#(id),"items":[\#(moment.start == 0 ? "1" : "")]}"# }
            },
            // Changed before the third walk, for good.
            sound: {
                $0.item = { id, moment in #"{"id":\#(id),"items":[\#(id == 7 && moment.walk > 2 ? "1" : "")]}"# }
            }),
    ]

    static let ofVersions: [SeededDefect] = [
        SeededDefect(
            "a replica has an older version", "version_goes_back",
            wrong: { $0.item = { id, moment in #"{"id":\#(id),"v":\#(id == 3 ? 10 - moment.walk : 5)}"# } },
            sound: { $0.item = { id, moment in #"{"id":\#(id),"v":\#(id == 3 ? 10 + moment.walk : 5)}"# } }),
        SeededDefect(
            "a date goes back", "version_goes_back",
            wrong: { $0.item = { id, moment in #"{"id":\#(id),"v":"2026-01-0\#(4 - moment.walk)T00:00:00Z"}"# } },
            // The same moment in another zone.
            sound: {
                $0.item = { id, moment in
                    let time = moment.walk > 1 ? "2026-01-01T00:00:00Z" : "2026-01-01T01:00:00+01:00"
                    return #"{"id":\#(id),"v":"\#(time)"}"#
                }
            }),
        SeededDefect(
            "the title changes, and the version does not", "version_stays",
            wrong: { $0.item = { id, moment in #"{"id":\#(id),"v":1,"title":"\#(id == 3 ? moment.walk : 0)"}"# } },
            sound: {
                $0.item = { id, moment in
                    let walk = id == 3 ? moment.walk : 0
                    return #"{"id":\#(id),"v":\#(walk),"title":"\#(walk)"}"#
                }
            }),
        SeededDefect(
            "a counter that is no content", "version_stays",
            AuditedList(.page, #"style = "page""#) {
                $0.item = { id, moment in #"{"id":\#(id),"v":1,"stats":{"views":\#(moment.request)}}"# }
            },
            sound: { $0.lines = #"ignore = ["stats.views"]"# }),
        SeededDefect(
            "versions are numbers and dates", "mixed_versions",
            wrong: { $0.item = { id, _ in #"{"id":\#(id),"v":\#(id < 5 ? "5" : "\"2026-01-01T00:00:00Z\"")}"# } },
            // Milliseconds, as a number and as a text.
            sound: { $0.item = { id, _ in #"{"id":\#(id),"v":\#(id < 5 ? "1700" : "\"1700\"")}"# } }),
        SeededDefect(
            "a version in words", "mixed_versions",
            wrong: { $0.item = { id, _ in #"{"id":\#(id),"v":\#(id == 5 ? "\"yesterday\"" : "5")}"# } },
            // One that was never changed.
            sound: { $0.item = { id, _ in #"{"id":\#(id),"v":\#(id == 5 ? "null" : "5")}"# } }),
    ]

    private static let withDelta = AuditedList(.page, #"style = "page""#) {
        $0.lines = "delta = { param = \"since\" }\ndeleted = \"gone\""
    }

    static let ofDeltas: [SeededDefect] = [
        SeededDefect("a delta is cut at ten items", "delta_loses", withDelta) {
            $0.delta = { ids, since in Array(ids.filter { 100 + $0 > since }.prefix(10)) }
        } sound: {
            // Inclusive.
            $0.delta = { ids, since in ids.filter { 100 + $0 >= since } }
        },
        SeededDefect("a delta knows no new items", "delta_loses", withDelta) {
            $0.delta = { ids, since in ids.filter { 100 + $0 > since && $0 < 20 } }
        } sound: {
            // One is deleted between the delta and the second walk.
            $0.ids = { $0.walk > 1 || $0.since != nil ? Array(0..<24) : Array(0..<25) }
        },
        SeededDefect("a delta is empty", "delta_loses", withDelta) {
            $0.delta = { _, _ in [] }
        } sound: {
            $0.delta = { ids, since in ids.filter { 100 + $0 > since }.reversed() }
        },
        SeededDefect("a delta brings what has that very version", "delta_means_equal", withDelta) {
            $0.delta = { ids, since in ids.filter { 100 + $0 == since } }
        },
        SeededDefect("the parameter of a delta is passed over", "delta_ignored", withDelta) {
            $0.delta = { ids, _ in ids }
        } sound: {
            // The overlap asks for some that are older.
            $0.lines = "delta = { param = \"since\", overlap = 5 }\ndeleted = \"gone\""
        },
        SeededDefect("a delta is refused", "delta_refused", withDelta) {
            $0.refusal = { $0.since == nil ? nil : .init(status: 400) }
        } sound: {
            // The start is too old.
            $0.refusal = { $0.since == nil ? nil : .init(status: 410) }
        },
        SeededDefect("a delta cannot say what was deleted", "delta_without_tombstones", withDelta) {
            $0.lines = "delta = { param = \"since\" }"
        },
    ]
}

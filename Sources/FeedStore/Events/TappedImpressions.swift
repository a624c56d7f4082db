/// Which impression a tap belongs to.
///
/// Of an ad: the one of its serial. Of an item: the one between the same two runs; else the last one before on the same
/// row that is a day older at most, since people come back to what they saw. Else it belongs to none. So an impression that
/// is tapped twice is one, and there are never more tapped impressions than impressions. Taps are found by an index of their
/// own, and each is looked up in the unique index of impressions.
enum TappedImpressions {
    /// How much older than a tap an impression of an earlier run may be, in milliseconds.
    private static let longestGap: Int64 = 86_400_000

    /// A common table expression `tap_of (impression, section, item, ad, row)`: every tap with the ID of its impression,
    /// null where there is none. Takes the argument `:source`, and `:section` unless that is nil, for all.
    static func sql(in section: String?) -> String {
        """
        tap_of AS MATERIALIZED (
            SELECT CASE
                WHEN tap.serial IS NOT NULL THEN (
                    SELECT seen.id FROM event AS seen
                    WHERE seen.source = tap.source AND seen.section = tap.section AND seen.serial = tap.serial
                        AND seen.kind = 'impression' AND seen.serial IS NOT NULL)
                ELSE coalesce((
                    SELECT seen.id FROM event AS seen
                    WHERE seen.source = tap.source AND seen.section = tap.section AND seen.item = tap.item
                        AND ifnull(seen.run, 0) = ifnull(tap.run, 0)
                        AND seen.kind = 'impression' AND seen.item IS NOT NULL), (
                    SELECT seen.id FROM event AS seen
                    WHERE seen.source = tap.source AND seen.section = tap.section AND seen.item = tap.item
                        AND ifnull(seen.run, 0) < ifnull(tap.run, 0)
                        AND seen.kind = 'impression' AND seen.item IS NOT NULL
                        AND seen.row = tap.row AND seen.at >= tap.at - \(longestGap)
                    ORDER BY ifnull(seen.run, 0) DESC LIMIT 1))
                END AS impression, tap.section, tap.item, tap.ad, tap.row
            FROM event AS tap
            WHERE tap.source = :source AND tap.kind = 'tap'\(section == nil ? "" : " AND tap.section = :section")
        )
        """
    }
}

package enum Spelling {
    /// The candidate nearest to `word`, if it is near enough to be worth asking: at most a third of its letters
    /// differ, and not all. Of equally near ones the first.
    package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let typed = Array(word.lowercased())
        // A long name is no slip of the keyboard, and not worth a quadratic search.
        guard typed.count <= 100 else { return nil }
        let distances = candidates.map { ($0, distance(typed, Array($0.lowercased()))) }
        guard let (nearest, distance) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
        let longest = max(typed.count, nearest.count)
        return distance <= max(1, longest / 3) && distance < longest ? nearest : nil
    }

    /// How many letters must be inserted, deleted, replaced or swapped with their neighbours (optimal string alignment,
    /// the restricted form of Damerau and Levenshtein's distance).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before = [Int](), above = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(row[j] + 1, above[j + 1] + 1, above[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, above) = (above, row)
        }
        return above[right.count]
    }
}

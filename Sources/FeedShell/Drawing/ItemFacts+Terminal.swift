import FeedModel
import TerminalKit

extension ItemFacts {
    private static let longestText = 2_000

    /// What a drawing in cells says of an item: all texts are defused, on one line, and no longer than any frame can show.
    init(drawing payload: String) {
        self.init(payload) { TerminalSanitizer.line(String($0.prefix(Self.longestText))).trimmingBlanks }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(self[first...last])
    }
}

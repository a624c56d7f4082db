import Foundation

/// The README, and the places in it.
enum Readme {
    static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "README.md")

    /// What stands between the marks of a recorded session.
    static func session(_ name: String, in text: String) -> Range<String.Index>? {
        guard let start = text.range(of: "<!-- session: \(name) -->\n"),
            let end = text.range(of: "<!-- end of session -->", range: start.upperBound..<text.endIndex)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }
}

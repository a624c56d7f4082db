import FeedModel
import FeedSlots

struct ScenarioReader {
    private let document: JSONDocument

    init(_ json: [UInt8]) throws(ScenarioError) {
        document = try JSONDocument(json) { ScenarioError.malformed(reason: "\($0)") }
    }

    func scenario() throws(ScenarioError) -> Scenario {
        guard let members = document.membersByName(of: document.root) else {
            throw .malformed(reason: "it should be an object with “policy” and “steps”")
        }
        guard let policy = members["policy"] else { throw .malformed(reason: "“policy” is missing") }
        guard let steps = members["steps"], document.scalar(at: steps) == .array else {
            throw .malformed(reason: "“steps” should be an array")
        }
        let reading: SlotPolicyReading
        do {
            reading = try SlotPolicyReading(Array(document.slice(policy)))
        } catch {
            throw .policy(error)
        }
        var read: [Scenario.Step] = []
        for (index, range) in document.elements(of: steps).enumerated() {
            guard let members = document.membersByName(of: range) else {
                throw .step(number: index + 1, key: "do", reason: "is missing, since the step is no object")
            }
            read.append(try StepReader(document: document, members: members, number: index + 1).step())
        }
        return Scenario(policy: reading.policy, notes: reading.notes, steps: read)
    }
}

private struct StepReader {
    let document: JSONDocument
    /// The last of repeated keys counts.
    let members: [String: Range<Int>]
    let number: Int

    func step() throws(ScenarioError) -> Scenario.Step {
        switch try text("do") {
        case "content": return .content(try ids())
        case "append": return .append(try ids())
        case "view": return .view(try viewport())
        case "ad": return .ad(try ad())
        case "tick": return .tick(Duration(roundingSeconds: try seconds()))
        case "restart": return .restart
        case "refresh":
            let dropsAds = try dropsAds()
            return .refresh(dropsAds: dropsAds, ids: members["ids"] == nil ? nil : try ids())
        case let other: throw wrong("do", "is “\(other)”, which is no step")
        }
    }

    private func ids() throws(ScenarioError) -> [String] {
        let list = try value("ids")
        guard document.scalar(at: list) == .array else { throw wrong("ids", "should be an array of IDs") }
        var ids: [String] = []
        for element in document.elements(of: list) { ids.append(try id(element, "ids")) }
        return ids
    }

    /// IDs are texts; a whole number is the text of its digits.
    private func id(_ range: Range<Int>, _ key: String) throws(ScenarioError) -> String {
        switch document.scalar(at: range) {
        case .string(let text): return text
        case .number(let text) where text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }:
            return text
        case let other: throw wrong(key, "should be a text or a whole number, and is \(other.kindName)")
        }
    }

    private func viewport() throws(ScenarioError) -> Viewport {
        let list = try value("rows")
        let rows = document.elements(of: list).map { document.wholeNumber(at: $0) }
        guard rows.count == 2, let first = rows[0], let last = rows[1], first >= 0, first <= last else {
            throw wrong("rows", "should be [first, last], whole numbers from 0, the first not the greater")
        }
        guard let edge = members["edge"], document.scalar(at: edge) != .null else {
            return Viewport(first: first, last: last)
        }
        guard let fractions = document.membersByName(of: edge) else { throw wrong("edge", "should be an object") }
        return Viewport(
            first: first, last: last, firstFraction: try fraction(fractions["first"]),
            lastFraction: try fraction(fractions["last"]))
    }

    private func fraction(_ range: Range<Int>?) throws(ScenarioError) -> Double {
        guard let range else { return 1 }
        guard let fraction = document.realNumber(at: range), (0...1).contains(fraction) else {
            throw wrong("edge", "should have “first” and “last” from 0 to 1")
        }
        return fraction
    }

    private func ad() throws(ScenarioError) -> String? {
        switch try text("result") {
        case "ok": return try id(try value("ad"), "ad")
        case "fail": return nil
        default: throw wrong("result", "should be “ok” or “fail”")
        }
    }

    private func seconds() throws(ScenarioError) -> Double {
        guard let seconds = document.realNumber(at: try value("s")), (0...1e9).contains(seconds) else {
            throw wrong("s", "should be a number of seconds from 0 to 1000000000")
        }
        return seconds
    }

    private func dropsAds() throws(ScenarioError) -> Bool {
        switch try text("mode") {
        case "soft": return false
        case "hard": return true
        default: throw wrong("mode", "should be “soft” or “hard”")
        }
    }

    private func text(_ key: String) throws(ScenarioError) -> String {
        guard case .string(let text) = document.scalar(at: try value(key)) else {
            throw wrong(key, "should be a text")
        }
        return text
    }

    private func value(_ key: String) throws(ScenarioError) -> Range<Int> {
        guard let range = members[key] else { throw wrong(key, "is missing") }
        return range
    }

    private func wrong(_ key: String, _ reason: String) -> ScenarioError {
        .step(number: number, key: key, reason: reason)
    }
}

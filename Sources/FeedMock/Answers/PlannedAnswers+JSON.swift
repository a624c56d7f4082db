import FeedModel
import Foundation

extension PlannedAnswers.Plan {
    private static let members = RequestPattern.members + ["in", "then", "answers"]
    private static let answerMembers = [
        "status", "headers", "body", "json", "base64", "file", "delay", "times", "world", "lost",
    ]
    private static let bodies = ["body", "json", "base64", "file"]

    /// Reads plans from JSON: one object, or an array of them.
    ///
    /// - Parameter files: the folder that `file` is relative to; nil: there is none
    /// - Throws: `RequestError` for what is no plan, whatever member it is in
    static func reading(_ bytes: [UInt8], files: String?) throws(RequestError) -> [Self] {
        let document = try RequestError.reading { try JSONDocument(bytes) }
        let root = document.root
        let places = document.scalar(at: root) == .array ? document.elements(of: root) : [root]
        return try places.map { (range) throws(RequestError) in
            try plan(try ControlObject(Array(document.slice(range)), knowing: members), files: files)
        }
    }

    private static func plan(_ object: ControlObject, files: String?) throws(RequestError) -> Self {
        guard let answers = try object.objects("answers", knowing: answerMembers), !answers.isEmpty else {
            throw .badBody(reason: "it has no answers, such as {\"answers\": [{\"status\": 503}]}")
        }
        let sequence = try answers.map { (answer) throws(RequestError) in try Self.answer(answer, files: files) }
        return Self(
            try RequestPattern(object), in: try object.text("in"), then: try object.text("then"), .sequence(sequence))
    }

    private static func answer(_ object: ControlObject, files: String?) throws(RequestError) -> MockAnswer {
        let isWorld = try object.flag("world") ?? false
        let isLost = try object.flag("lost") ?? false
        let others = ["status", "headers"] + bodies
        if isWorld || isLost, isWorld && isLost || others.contains(where: { object[$0] != nil }) {
            throw .badBody(reason: "world and lost go without another answer")
        }
        guard bodies.count(where: { object[$0] != nil }) <= 1 else {
            throw .badBody(reason: "\(bodies.joined(separator: ", ")) exclude each other")
        }
        var answer = isWorld ? MockAnswer.world : isLost ? .connectionLost : try own(object, files: files)
        answer.isTemplate = true
        answer.times = try object.number("times", in: 1...Int.max)
        if let text = try object.text("delay") {
            guard let latency = Latency(parsing: text) else { throw object.wrong("delay", "a time such as 200ms..1s") }
            answer.latency = latency
        }
        return answer
    }

    private static func own(_ object: ControlObject, files: String?) throws(RequestError) -> MockAnswer {
        var headers: [String: String] = [:]
        for (name, value) in try object.headers("headers") { headers[name] = value }
        var body: [UInt8] = []
        if let text = try object.text("body") { body = Array(text.utf8) }
        if let json = object["json"] {
            body = Array(json)
            if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
                headers["Content-Type"] = "application/json; charset=utf-8"
            }
        }
        if let text = try object.text("base64") {
            guard let content = Data(base64Encoded: text) else { throw object.wrong("base64", "base64") }
            body = [UInt8](content)
        }
        if let name = try object.text("file") { body = try content(of: name, in: files) }
        let status = try object.number("status", in: 200...599) ?? 200
        return MockAnswer(status: status, headers: headers, body: body)
    }

    private static func content(of name: String, in folder: String?) throws(RequestError) -> [UInt8] {
        guard let folder else { throw .badBody(reason: "file is for plans in a folder; send the body itself") }
        let file = PlainPath.file(name, below: folder)
        guard let content = file.flatMap(FileManager.default.contents) else {
            throw .badBody(reason: "there is no file “\(name)” in its folder")
        }
        return [UInt8](content)
    }

    /// The plans in the JSON files of a folder, in the order of their names: of two for a request the later one counts.
    ///
    /// - Throws: ``MockServerError`` where there is no such folder, or a file has no plan
    static func reading(folder path: String) throws(MockServerError) -> [Self] {
        let folder = PlainPath.resolved(path)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .notADirectory(path)
        }
        var plans: [Self] = []
        for name in names.sorted() where name.hasSuffix(".json") && !PlainPath.isHidden(name) {
            guard let content = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                throw .noData("\(path)/\(name)")
            }
            do {
                plans = try reading([UInt8](content), files: folder).reversed() + plans
            } catch {
                throw .badData("\(path)/\(name)", reason: error.message)
            }
        }
        return plans
    }
}

extension Latency {
    /// Reads `200ms`, `1.5s` or, from one to the other, `200ms..1s`; nil for anything else.
    init?(parsing text: String) {
        let times = text.split(separator: "..", omittingEmptySubsequences: false).map(Self.milliseconds)
        guard let first = times.first ?? nil, let last = times.last ?? nil, times.count <= 2, first <= last else {
            return nil
        }
        self.init(milliseconds: first, jitter: last - first)
    }

    private static func milliseconds(_ text: Substring) -> Int? {
        for (unit, factor) in [("ms", 1.0), ("s", 1_000), ("m", 60_000)] where text.hasSuffix(unit) {
            guard let number = Double(text.dropLast(unit.count)), (0...600_000).contains(number * factor) else {
                return nil
            }
            return Int((number * factor).rounded())
        }
        return nil
    }
}

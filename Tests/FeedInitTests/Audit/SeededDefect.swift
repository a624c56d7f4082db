import Testing

/// A list API with one defect, and one that only looks as if it had it.
struct SeededDefect: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    let wrong: AuditedList
    let sound: AuditedList

    /// - Parameter base: what both have in common.
    init(
        _ name: String, _ code: String, _ base: AuditedList = AuditedList(),
        wrong: (inout AuditedList) -> Void = { _ in }, sound: (inout AuditedList) -> Void = { _ in }
    ) {
        var (wrongList, soundList) = (base, base)
        wrong(&wrongList)
        sound(&soundList)
        (self.name, self.code, self.wrong, self.sound) = (name, code, wrongList, soundList)
    }

    var testDescription: String { name }

    static let all = ofOrder + ofEnds + ofTotals + ofItems + ofVersions + ofDeltas + ofValidators + ofHeaders
}

extension AuditedList {
    init(_ style: Style, _ paging: String, _ change: (inout AuditedList) -> Void = { _ in }) {
        self.init()
        (self.style, self.paging) = (style, paging)
        change(&self)
    }
}

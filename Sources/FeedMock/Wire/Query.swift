import FeedModel
import Foundation

/// The parameters of a request, percent-decoded; of a name given twice the last counts.
struct Query: Equatable, Sendable {
    struct Parameter: Equatable, Sendable {
        let name: String
        let value: String
    }

    let parameters: [Parameter]

    /// Reads what follows the `?`. A `+` is a space; what is no valid percent-encoding stays as it is.
    init(_ text: Substring) {
        parameters = text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Parameter(name: Self.decoded(halves[0]), value: halves.count > 1 ? Self.decoded(halves[1]) : "")
        }
    }

    subscript(name: String) -> String? {
        parameters.last { $0.name == name }?.value
    }

    func has(_ name: String) -> Bool {
        self[name] != nil
    }

    /// The names of the parameters that are none of `known`, each once.
    func names(besides known: some Sequence<String>) -> [String] {
        var seen = Set(known)
        return parameters.map(\.name).filter { seen.insert($0).inserted }
    }

    func check(knowing known: [String]) throws(RequestError) {
        guard let unknown = names(besides: known).first else { return }
        throw .unknownName("parameter", unknown, nearest: Spelling.suggestion(for: unknown, among: known), known)
    }

    /// A whole number in `range`; nil when the parameter is not there.
    func integer<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(RequestError) -> Number? {
        guard let text = self[name] else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw .badParameter(
                name: name, value: text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text.map { $0 == "+" ? " " : $0 })
        return spaced.removingPercentEncoding ?? spaced
    }
}

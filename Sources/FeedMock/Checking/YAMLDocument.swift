import FeedModel
import Yams

/// A YAML document as JSON: scalars are what they are in the core schema of YAML 1.2 (§10.3), but that numbers are those
/// of JSON.
struct YAMLDocument {
    let json: JSONValue

    struct Flaw: Error, CustomStringConvertible {
        let description: String
    }

    /// Aliases make a short text a large document.
    private static let mostNodes = 1_000_000

    init(_ text: String) throws(Flaw) {
        var nodes = 0
        do {
            guard let root = try Yams.compose(yaml: text) else { throw Flaw(description: "it is empty") }
            json = try Self.value(root, &nodes)
        } catch let flaw as Flaw {
            throw flaw
        } catch {
            throw Self.flaw(error)
        }
    }

    private static func value(_ node: Node, _ nodes: inout Int) throws(Flaw) -> JSONValue {
        nodes += 1
        guard nodes <= mostNodes else { throw Flaw(description: "it has more than \(mostNodes) values") }
        switch node {
        case .scalar(let scalar): return value(scalar)
        case .sequence(let sequence):
            var elements: [JSONValue] = []
            for element in sequence { elements.append(try value(element, &nodes)) }
            return .array(elements)
        case .mapping(let mapping):
            var members: [(String, JSONValue)] = []
            for (key, member) in mapping {
                guard let name = key.scalar?.string else { throw Flaw(description: "a key is no text") }
                members.append((name, try value(member, &nodes)))
            }
            return .object(members)
        case .alias: throw Flaw(description: "an alias has no value")
        }
    }

    private static func value(_ scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        switch scalar.string {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default:
            let text = scalar.string
            guard text.first.map({ $0 == "-" || $0.isASCII && $0.isNumber }) == true,
                (try? JSONDocument(Array(text.utf8))) != nil
            else { return .string(text) }
            return .verbatim(text)
        }
    }

    private static func flaw(_ error: any Error) -> Flaw {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            Flaw(description: "line \(mark.line), column \(mark.column): \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            Flaw(description: "line \(context.mark.line): the key “\(keys.first ?? "")” is there twice")
        default: Flaw(description: "it is no YAML")
        }
    }
}

import HTTPTypes

extension HTTPFields {
    /// The headers that have names and values as text; what cannot be one is left out.
    init(pairs: [(name: String, value: String)]) {
        self.init()
        for (name, value) in pairs {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }

    var pairs: [(name: String, value: String)] { map { ($0.name.rawName, $0.value) } }

    /// A header that has no constant of its own. One that has no possible name is never there.
    subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { if let name = HTTPField.Name(name) { self[name] = newValue } }
    }

    /// Of several fields with one name all, joined by commas.
    var byLowerCaseName: [String: String] {
        Dictionary(map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    }
}

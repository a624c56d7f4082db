import FeedModel

extension ManifestTable {
    func dottedPath(_ key: String) throws(ManifestError) -> DottedPath? {
        guard let text = try string(key) else { return nil }
        return try path(text, of: key)
    }

    /// A dotted path to something inside: it must not be empty.
    func innerPath(_ key: String) throws(ManifestError) -> DottedPath? {
        guard let text = try string(key) else { return nil }
        return try innerPath(text, of: key)
    }

    func innerPaths(_ key: String) throws(ManifestError) -> [DottedPath]? {
        guard let texts = try list(key, expecting: "an array of paths", \.text) else { return nil }
        var paths: [DottedPath] = []
        for text in texts {
            let path = try innerPath(text, of: key)
            if paths.contains(path) { throw error(key, .badValue("holds “\(path)” twice; keep one")) }
            paths.append(path)
        }
        return paths
    }

    func itemID(_ key: String) throws(ManifestError) -> ItemIDRule? {
        switch values[key] {
        case .string(ItemIDRule.keyWord): return .key
        case .string(ItemIDRule.valueWord): return .value
        case .list:
            let paths = try innerPaths(key) ?? []
            if paths.count < 2 || paths.count > 16 {
                throw error(key, .badValue("has \(paths.count) paths; write 2 to 16, or one path without the brackets"))
            }
            return .compound(paths)
        default: return try innerPath(key).map(ItemIDRule.path)
        }
    }

    private func innerPath(_ text: String, of key: String) throws(ManifestError) -> DottedPath {
        let path = try path(text, of: key)
        if path.components.isEmpty { throw error(key, .badValue("is empty; name what it should point at")) }
        return path
    }

    private func path(_ text: String, of key: String) throws(ManifestError) -> DottedPath {
        try parsing(text, DottedPath.init(parsing:)) { error(key, .badValue("is “\(text)”, which \($0)")) }
    }
}

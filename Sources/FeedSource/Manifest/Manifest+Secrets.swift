extension Manifest {
    /// Warns of secrets that are written out: in tables of headers or parameters, and in the queries of paths.
    static func literalSecrets(named: [ManifestTable], paths: [ManifestTable]) -> [ManifestWarning] {
        named.flatMap(warnings(ofValues:)) + paths.compactMap(warning(ofPath:))
    }

    private static func warnings(ofValues table: ManifestTable) -> [ManifestWarning] {
        table.values.keys.sorted().compactMap { name in
            guard SecretName.isLikely(name), case .string(let value) = table.values[name], !value.contains("${") else {
                return nil
            }
            return table.warning(
                name, "holds its secret in the manifest; write ${NAME} and set NAME in the environment")
        }
    }

    private static func warning(ofPath table: ManifestTable) -> ManifestWarning? {
        guard case .string(let path) = table.values["path"], let mark = path.firstIndex(of: "?") else { return nil }
        let parameters = path[path.index(after: mark)...].split(separator: "&").map(String.init)
        let secret = parameters.first {
            $0.contains("=") && !$0.hasSuffix("=") && SecretName.isLikely(URLText.parameterName(of: $0))
        }
        return secret.map {
            let name = URLText.parameterName(of: $0)
            return table.warning(
                "path",
                "holds a secret in “\(name)”; write it into [source] query, or send it as a header, with ${NAME}")
        }
    }
}

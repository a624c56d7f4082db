extension Manifest {
    /// Warns of secrets that are written out: in headers, and in the queries of paths.
    static func literalSecrets(headers: ManifestTable?, paths: [ManifestTable]) -> [ManifestWarning] {
        (headers.map(warnings(ofHeaders:)) ?? []) + paths.compactMap(warning(ofPath:))
    }

    private static func warnings(ofHeaders table: ManifestTable) -> [ManifestWarning] {
        table.values.keys.sorted().compactMap { name in
            guard looksSecret(name), case .string(let value) = table.values[name], !value.contains("${") else {
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
            $0.contains("=") && !$0.hasSuffix("=") && looksSecret(URLText.parameterName(of: $0))
        }
        return secret.map {
            let name = URLText.parameterName(of: $0)
            return table.warning(
                "path", "holds a secret in “\(name)”; send it as a header with ${NAME} if the server lets you")
        }
    }

    /// Guesses by its name whether a header or parameter carries a secret.
    static func looksSecret(_ name: String) -> Bool {
        let secrets: Set<Substring> = [
            "authorization", "auth", "cookie", "token", "key", "apikey", "secret", "password", "passwd", "signature",
            "credential", "credentials", "session",
        ]
        return name.lowercased().split { !$0.isLetter }.contains { word in
            secrets.contains(word) || word.hasSuffix("token") || word.hasSuffix("apikey")
        }
    }
}

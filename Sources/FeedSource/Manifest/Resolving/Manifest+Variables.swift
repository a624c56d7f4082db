import FeedModel

extension Manifest {
    /// A warning for each variable that is not set, or empty, where the manifest can be filled in otherwise.
    ///
    /// - Throws: `ManifestError` where the value of a variable makes no sense in its place.
    package func missingVariables(in environment: [String: String]) throws(ManifestError) -> [ManifestWarning] {
        var environment = environment
        var warnings: [ManifestWarning] = []
        while let error = fault(in: environment) {
            guard case .missingVariable(let name) = error.reason else { throw error }
            warnings.append(
                ManifestWarning(
                    file: error.file, line: error.line, key: error.key ?? "source",
                    message: "the environment variable \(name) is not set or is empty; set it before syncing"))
            // A value for a part of a text, or for a whole URL, so that the keys after it are looked at as well.
            environment[name] = "x"
            if let next = fault(in: environment), next.key == error.key, case .badValue = next.reason {
                environment[name] = "https://example.com"
            }
        }
        return warnings
    }

    private func fault(in environment: [String: String]) -> ManifestError? {
        do {
            _ = try named(in: environment).resolved(environment: environment)
            return nil
        } catch {
            return error
        }
    }
}

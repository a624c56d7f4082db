extension SourceURL {
    /// Path and query without the secrets of the source: its own parameters are left out, and what came from the
    /// environment is masked. The query is empty where there is none.
    package var withoutSecrets: (path: String, query: String) {
        let url = withoutOwnParameters
        return (hidingSecrets(in: url.path), hidingSecrets(in: url.query ?? ""))
    }

    package func hidingSecrets(in text: String) -> String {
        secrets?.hide(in: text) ?? text
    }

    /// The bytes with each secret of the source masked; bytes that hold none stay as they are.
    package func hidingSecrets(in bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        let hidden = hidingSecrets(in: text)
        return hidden == text ? bytes : Array(hidden.utf8)
    }
}

import FeedModel

extension SourceURL {
    /// Path and query as a recording has them: the source's own parameters are left out, and secrets are masked. The
    /// query is empty where there is none.
    package var withoutSecrets: (path: String, query: String) {
        let url = withoutOwnParameters
        return (hidingRecordedSecrets(in: url.path), hidingRecordedSecrets(in: url.query ?? ""))
    }

    package func hidingSecrets(in text: String) -> String {
        secrets?.hide(in: text) ?? text
    }

    package func hidingRecordedSecrets(in text: String) -> String {
        secrets?.hideRecorded(in: text) ?? text
    }

    /// The bytes with each secret masked that a recording must not have. Of JSON the strings alone are changed, however
    /// they are escaped, so that it stays JSON.
    package func hidingRecordedSecrets(in bytes: [UInt8]) -> [UInt8] {
        guard let document = try? JSONDocument(bytes) else {
            let text = String(decoding: bytes, as: UTF8.self)
            let hidden = hidingRecordedSecrets(in: text)
            return hidden == text ? bytes : Array(hidden.utf8)
        }
        return document.replacingValues { range, _ in
            guard case .string(let text) = document.scalar(at: range) else { return nil }
            let hidden = hidingRecordedSecrets(in: text)
            return hidden == text ? nil : JSONValue.string(hidden).bytes
        }
    }
}

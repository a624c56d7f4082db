import FeedModel
import FeedSource

extension ManifestProposal {
    /// The manifest, with the evidence in comments.
    ///
    /// - Throws: `ProposalError` where no `base_url` and `path` make the URL.
    func text() throws(ProposalError) -> String {
        let address = try source.address(without: parametersOfPaging)
        var lines = TOMLText.comment(
            "Written by “feedcache init”, which asked for a page or two. Above each key is why it has its value. Look at "
                + "what it finds with “feedcache probe”, and try it with “feedcache sync --dry-run”.")
        lines += [""] + source.lines(address)
        lines += ["", "[[collections]]", "name = \(TOMLText.string(address.name))"]
        lines.append("path = \(TOMLText.string(address.path))")
        lines += source.lines(of: body)
        for finding in findings {
            lines += TOMLText.comment(finding.evidence)
            if let value = finding.value { lines.append("\(finding.key) = \(value)") }
        }
        if hasValidator {
            lines += TOMLText.comment("The answer has a validator: what has not changed is not sent again.")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parameters of the query that the paging sets by itself.
    private var parametersOfPaging: Set<String> {
        if body != nil { return [] }
        return Set(
            paging.keys.compactMap { key, value in
                guard ["param", "size_param"].contains(key), case .text(let name) = value else { return nil }
                return name
            }
                + (paging.isPositional && !paging.keys.contains { $0.name == "param" } ? [paging.style.rawValue] : []))
    }
}

extension ProposedSource {
    /// The manifest that the URL is asked with for the first time: one request, whatever the answer is. What
    /// fails for the moment is asked for once more.
    ///
    /// - Parameter body: the JSON to ask with; nil for none.
    /// - Throws: `ProposalError` where no `base_url` and `path` make the URL.
    func firstText(body: String?) throws(ProposalError) -> String {
        let address = try address(without: [])
        var lines = lines(address, isFirst: true)
        lines += ["[[collections]]", "name = \"list\"", "path = \(TOMLText.string(address.path))", "items = \"\""]
        lines += ["id = \"@value\"", "paging = { style = \"none\" }"]
        lines += self.lines(of: body)
        return lines.joined(separator: "\n") + "\n"
    }

    func address(without parameters: Set<String>) throws(ProposalError) -> ListAddress {
        let parts = url.query?.split(separator: "&").filter {
            !parameters.contains(URLText.parameterName(of: String($0)))
        }
        let query = parts.flatMap { $0.isEmpty ? nil : $0.joined(separator: "&") }
        guard let address = ListAddress(url.with(path: url.path, query: query)) else {
            throw .badURL(reason: "has a path that a manifest cannot hold")
        }
        return address
    }

    /// How a list is asked for with a body.
    fileprivate func lines(of body: String?) -> [String] {
        guard let body else { return [] }
        let type = contentType.map { ["content_type = \(TOMLText.string($0))"] } ?? []
        return ["method = \"POST\""] + type + ["body = \(TOMLText.block(body))"]
    }

    fileprivate func lines(_ address: ListAddress, isFirst: Bool = false) -> [String] {
        var lines = ["[source]", "name = \(TOMLText.string(address.sourceName))"]
        lines.append("base_url = \(TOMLText.string(address.base))")
        if isFirst { lines.append("retry = { attempts = 2 }") }
        for (table, entries) in [("query", query), ("headers", headers)] where !entries.isEmpty {
            lines += ["", "[source.\(table)]"]
            lines += entries.map { "\(TOMLText.key($0.name)) = \(TOMLText.string($0.template))" }
        }
        return lines
    }
}

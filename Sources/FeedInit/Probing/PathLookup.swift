import FeedModel
import FeedSource

/// What a path of the manifest found on the pages of a probe.
struct PathFinding: Equatable, Sendable {
    /// The key of the manifest: `id`, `paging.next`.
    let key: String
    let path: String
    /// In how many items, or pages, something is there.
    let found: Int
    let total: Int
    /// A value or two that are there; nil where none are.
    let sample: String?
}

/// Looks up what the paths of a manifest find on a few pages.
struct PathLookup {
    let spec: CollectionSpec
    let pages: [ProbedPage]
    let deltas: [ProbedDelta]
    var details: (found: [FoundDetail], count: Int)?

    var findings: [PathFinding] {
        var findings = [list]
        for path in spec.id.paths { findings.append(inItems("id", path)) }
        if spec.id.paths.isEmpty { findings.append(bareIDs) }
        if let path = spec.version { findings.append(inItems("version", path)) }
        if let path = spec.deleted { findings.append(inItems("deleted", path)) }
        findings += spec.ignoredPaths.map { inItems("ignore", $0) } + spec.assets.map { inItems("assets", $0) }
        if let delta = spec.delta, !deltas.isEmpty {
            let counts = deltas.map { "\($0.items.count) since \($0.start)" }.joined(separator: ", ")
            findings.append(
                PathFinding(
                    key: "delta.param", path: delta.param ?? "{since}", found: deltas.count, total: 2, sample: counts))
        }
        findings += spec.paging.places.map { inPages($0.key, $0.place) }
        if let detail = spec.detail, let details {
            let sample = details.found.first.map { Sample.line(String(decoding: $0.bytes, as: UTF8.self)) }
            findings.append(
                PathFinding(
                    key: "detail.path", path: detail.path, found: details.found.count, total: details.count,
                    sample: sample))
        }
        return findings
    }

    private var list: PathFinding {
        let counts = pages.compactMap { $0.page?.itemCount }
        return PathFinding(
            key: "items", path: spec.items.description, found: counts.count, total: pages.count,
            sample: counts.isEmpty ? nil : counts.map(String.init).joined(separator: " and ") + " items")
    }

    private var bareIDs: PathFinding {
        let ids = pages.compactMap(\.page).flatMap(\.ids)
        let word = spec.id == .key ? ItemIDRule.keyWord : ItemIDRule.valueWord
        return PathFinding(
            key: "id", path: word, found: ids.count, total: pages.reduce(0) { $0 + ($1.page?.itemCount ?? 0) },
            sample: Self.sample(ids.prefix(2).map(JSONScalar.string)))
    }

    private func inItems(_ key: String, _ path: DottedPath) -> PathFinding {
        let values = values(at: path)
        return PathFinding(
            key: key, path: path.description, found: values.count, total: pages.reduce(0) { $0 + $1.items.count },
            sample: Self.sample(values))
    }

    /// What is there in the items of all pages; null counts as nothing.
    func values(at path: DottedPath, in items: (ProbedPage) -> [Range<Int>] = { $0.items }) -> [JSONScalar] {
        pages.flatMap { page -> [JSONScalar] in
            guard let document = page.document else { return [] }
            return items(page).compactMap { item in
                guard let place = document.value(at: path, in: item) ?? document.values(at: path, in: item).first
                else { return nil }
                let value = document.scalar(at: place)
                return value == .null ? nil : value
            }
        }
    }

    private func inPages(_ key: String, _ place: Paging.Place) -> PathFinding {
        let values = pages.compactMap { page -> JSONScalar? in
            switch place {
            case .body(let path): page.document?.scalar(at: path)
            case .header(let name): page.content.headers[name].map(JSONScalar.string)
            }
        }
        return PathFinding(
            key: "paging.\(key)", path: place.description, found: values.count, total: pages.count,
            sample: Self.sample(values))
    }

    private static func sample(_ values: [JSONScalar]) -> String? {
        values.isEmpty ? nil : Sample.texts(values)
    }
}

extension Paging {
    /// Where an answer says something about its list, by the keys of the manifest.
    var places: [(key: String, place: Place)] {
        let named = [
            ("style", style == .link ? .header("Link") : nil), ("next", next), ("total_pages", totalPages),
            ("has_next", hasNext.map(Place.body)), ("total", total),
        ]
        return named.compactMap { key, place in
            if case .header = place, key != "style" { return place.map { ("\(key)_header", $0) } }
            return place.map { (key, $0) }
        }
    }
}

import FeedModel
import FeedSource

/// Items, versions and deltas.
extension AuditChecks {
    static func missingID(_ evidence: AuditEvidence) -> AuditFinding? { rejected(.missingID, in: evidence) }

    static func mixedElements(_ evidence: AuditEvidence) -> AuditFinding? { rejected(.mixedElements, in: evidence) }

    private static func rejected(_ defect: AuditDefect, in evidence: AuditEvidence) -> AuditFinding? {
        for page in evidence.walks.first?.pages ?? [] {
            let kept = page.decoded.items.compactMap { item -> ItemRejection? in
                if case .rejected(let reason) = item.identity { reason } else { nil }
            }
            let reasons = kept.filter { reason in
                if case .notAnObject = reason { defect == .mixedElements } else { defect != .mixedElements }
            }
            guard let reason = reasons.first else { continue }
            // Of many, a page keeps some.
            let isCut = page.decoded.rejectedCount > kept.count
            let count = isCut && reasons.count == kept.count ? page.decoded.rejectedCount : reasons.count
            let more = isCut && reasons.count < kept.count ? " or more" : ""
            return AuditFinding(defect, reason.message, [page.proof("\(count)\(more) of \(page.count.of("element"))")])
        }
        return nil
    }

    static func repeatedID(_ evidence: AuditEvidence) -> AuditFinding? {
        for page in evidence.walks.first?.pages ?? [] {
            let groups = Dictionary(grouping: page.items, by: \.id).values.filter { $0.count > 1 }
            let others = groups.filter { group in !group.allSatisfy { $0.isSame(as: group.first) } }
            let group = (others.isEmpty ? groups : others).min { $0[0].id < $1[0].id }
            guard let item = group?.first else { continue }
            return AuditFinding(
                others.isEmpty ? .repeatedID : .ambiguousID,
                "\(item.name) is twice on a page, with \(others.isEmpty ? "the same" : "other") content",
                [page.proof("\(page.count.of("item")), \(Set(page.items.map(\.id)).count.of("ID"))")])
        }
        return nil
    }

    static func mixedIDTypes(_ evidence: AuditEvidence) -> AuditFinding? {
        guard case .path(let path) = evidence.spec.id else { return nil }
        let kinds = evidence.walks.first?.items.lazy.compactMap { item -> (item: AuditItem, kind: String)? in
            let document = item.page.probed.document
            return document?.value(at: path, in: item.decoded.payload)
                .flatMap { document?.scalar(at: $0).kindName }.map { (item, $0) }
        }
        guard let first = kinds?.first, let other = kinds?.first(where: { $0.kind != first.kind }) else { return nil }
        return AuditFinding(
            .mixedIDTypes, "some IDs are \(first.kind), and some are \(other.kind)",
            [first, other].map { $0.item.proof("is \($0.kind)") })
    }

    // MARK: Versions

    static func versionGoesBack(_ evidence: AuditEvidence) -> AuditFinding? {
        let back = evidence.pairs.first { before, after in
            after.version != .none && after.version < before.version && after.version.isSameKind(as: before.version)
        }
        return back.map { before, after in
            AuditFinding(
                .versionGoesBack, "the version of \(before.name) went back",
                [before.proofOfVersion, after.proofOfVersion])
        }
    }

    /// An item that is another in pages of another size, and as it was where its first page is asked for again.
    static func otherContent(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let (item, other) = evidence.differingItem,
            let again = evidence.again?.items.first(where: { $0.id == item.id }), again.isSame(as: item)
        else { return nil }
        let fields = item.fieldsChanged(in: other).sorted().prefix(8).map { "“\(Sample.cut($0))”" }
        return AuditFinding(
            .otherContent, "\(item.name) has other \(fields.joined(separator: ", ")) in pages of another size",
            [item.proof(), other.proof()])
    }

    static func versionStays(_ evidence: AuditEvidence) -> AuditFinding? {
        guard otherContent(evidence) == nil else { return nil }
        let ignored = evidence.spec.ignoredPaths.map(\.description)
        // The same version may be written in another way.
        let passed = Set(ignored + (evidence.spec.version.map { [$0.description] } ?? []))
        let changed = evidence.pairs.compactMap {
            before, after -> (before: AuditItem, after: AuditItem, fields: Set<String>)? in
            guard before.version != .none, before.version == after.version, !before.isSame(as: after) else {
                return nil
            }
            let fields = before.fieldsChanged(in: after).subtracting(passed)
            return fields.isEmpty ? nil : (before, after, fields)
        }
        guard let first = changed.first else { return nil }
        let fields = Set(changed.flatMap(\.fields)).sorted().prefix(8)
        let names = fields.map { "“\(Sample.cut($0))”" }.joined(separator: ", ")
        return AuditFinding(
            .versionStays, "\(names) changed in \(changed.count.of("item")), and the version did not",
            [first.before.proofOfVersion, first.after.proofOfVersion],
            lines: ["ignore = \(TOMLText.strings(ignored + fields))"])
    }

    static func mixedVersions(_ evidence: AuditEvidence) -> AuditFinding? {
        let items = evidence.walks.first?.items ?? []
        if let odd = items.first(where: { $0.decoded.faults.contains(.oddVersion) }) {
            return AuditFinding(.mixedVersions, "a version is neither a number nor a date", [odd.proof()])
        }
        guard let first = items.first(where: { $0.version != .none }),
            let other = items.first(where: { !$0.version.isSameKind(as: first.version) })
        else { return nil }
        return AuditFinding(
            .mixedVersions, "some versions are numbers, and some are dates",
            [first.proofOfVersion, other.proofOfVersion])
    }

    // MARK: Deltas

    /// A delta from a start that is too old may be refused with 410.
    static func deltaRefused(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let error = evidence.delta?.walk.failure, let status = error.status, (400..<500).contains(status),
            ![408, 410, 429].contains(status), let answer = evidence.exchanges.first(where: { $0.status == status })
        else { return nil }
        return AuditFinding(.deltaRefused, error.message, [answer.proof("to the first request of a delta")])
    }

    /// What a delta does not bring, though it is newer than its start and did not change between the first two walks.
    static func delta(_ evidence: AuditEvidence) -> AuditFinding? {
        guard evidence.walks.count > 1, let delta = evidence.delta, delta.walk.end == .whole,
            let answer = delta.walk.pages.first
        else { return nil }
        let start = ItemVersion(text: delta.start)
        let (again, brought) = (evidence.walks[1].byID, delta.walk.byID)
        let newer = evidence.walks[0].items.filter { start < $0.version && $0.isSame(as: again[$0.id]) }
        let lost = newer.filter { brought[$0.id] == nil }
        guard let first = lost.first else { return nil }
        let isEqual = !brought.isEmpty && brought.values.allSatisfy { $0.version == start }
        return AuditFinding(
            isEqual ? .deltaMeansEqual : .deltaLoses,
            "of \(newer.count.of("item")) newer than \(Sample.cut(delta.start)), a delta brings \(newer.count - lost.count)",
            [answer.proof(brought.count.of("item")), first.proofOfVersion])
    }

    static func deltaIgnored(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let delta = evidence.delta, let start = evidence.spec.delta?.start(delta.start) else { return nil }
        let old = delta.walk.items.filter { $0.version != .none && $0.version < start }
        return old.first.map { first in
            AuditFinding(
                .deltaIgnored, "of a delta since \(Sample.cut(delta.start)), \(old.count.of("item")) are older",
                [first.proofOfVersion])
        }
    }

    static func deltaWithoutTombstones(_ evidence: AuditEvidence) -> AuditFinding? {
        guard evidence.spec.deleted == nil, let answer = evidence.delta?.walk.pages.first else { return nil }
        return AuditFinding(
            .deltaWithoutTombstones, "the manifest names no field that says that an item was deleted",
            [answer.proof(answer.count.of("item"))],
            lines: evidence.spec.wholeEvery > 86_400 ? ["whole_every = \"1d\""] : [])
    }
}

extension AuditItem {
    /// The paths of the members that are other in a later answer; those of objects in it one by one.
    fileprivate func fieldsChanged(in later: AuditItem) -> Set<String> {
        let (before, after) = (fields, later.fields)
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    }

    private var fields: [String: ArraySlice<UInt8>] {
        guard let document = page.probed.document else { return [:] }
        let root = DottedPath(components: [])
        var fields: [String: ArraySlice<UInt8>] = [:]
        for (key, value) in document.members(of: decoded.payload) {
            let (path, inner) = (root.appending(key: key), document.members(of: value))
            for member in inner { fields[path.appending(key: member.key).description] = document.slice(member.value) }
            if inner.isEmpty { fields[path.description] = document.slice(value) }
        }
        return fields
    }
}

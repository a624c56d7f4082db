package import FeedModel
package import FeedSlots

extension Manifest.Ads {
    init(_ table: ManifestTable) throws(ManifestError) {
        path = try table.location("path")
        policy = try table.table("policy", as: Self.policy)
        var sections: [String: [UInt8]] = [:]
        if let tables = try table.table("sections") {
            for name in tables.values.keys.sorted() {
                sections[name] = try tables.table(name, as: Self.policy)
            }
        }
        self.sections = sections
    }

    private static func policy(_ table: ManifestTable) throws(ManifestError) -> [UInt8] {
        try table.checkKeys(as: ManifestKeys.policyTable)
        let json = ManifestValue.table(table.values).json.bytes
        do {
            _ = try SlotPolicyReading(json)
            return json
        } catch {
            switch error {
            case .value(let key, let reason): throw table.error(key, .badValue(reason))
            case .malformed(let reason): throw table.error(nil, .badValue(reason))
            }
        }
    }
}

extension Manifest {
    /// The policy of a section: what the server says in its config; over it, key by key, `[ads.policy]`; over that
    /// `[ads.sections.NAME]`. None where the manifest names no place that ads come from.
    ///
    /// A server's policy that cannot be read counts as none, with a note: it never makes the section unusable.
    package func adPolicy(of section: Section) -> SlotPolicyReading {
        let config = section.ads.map { Array($0.utf8) }
        return SlotPolicyReading(
            layers: ads.map { [config, $0.policy, $0.sections[section.id]].compactMap(\.self) } ?? [])
    }
}

extension SectionShape {
    init(_ table: ManifestTable) throws(ManifestError) {
        self.init()
        // An answer may be the list itself.
        items = try table.dottedPath("items") ?? items
        id = try table.innerPath("id") ?? id
        type = try table.innerPath("type") ?? type
        title = try table.innerPath("title") ?? title
        layout = try table.innerPath("layout") ?? layout
        collection = try table.innerPath("collection") ?? collection
    }
}

package import FeedModel
package import FeedSource
package import FeedStore

extension FeedSnapshot {
    package struct NamedAsset: Sendable {
        package let url: String
        package let collection: String
    }

    /// What the first rows of the screen name, from the top down, each URL once.
    package func wantedAssets(of collections: [CollectionSpec], ahead: Int) throws -> [NamedAsset] {
        var known: Set<String> = []
        var wanted: [NamedAsset] = []
        for section in try sections() {
            guard let spec = collections.first(where: { $0.name == section.collection }), !spec.assets.isEmpty else {
                continue
            }
            for row in try rows(of: section, offset: 0, limit: ahead).rows {
                for url in spec.assetURLs(of: row) where known.insert(url).inserted {
                    wanted.append(NamedAsset(url: url, collection: spec.name))
                }
            }
        }
        return wanted
    }

    /// What items on screen name, wherever they are in their lists. Reads all items of the lists that name some.
    package func namedAssets() throws -> Set<String> {
        var named: Set<String> = []
        for spec in manifest.collections where !spec.assets.isEmpty {
            try list(spec.name).scan { item in
                item.withPayload { named.formUnion(spec.assetURLs(in: $0)) }
            }
        }
        return named
    }

    /// The pictures of rows that the cache has: of each the first that its item names.
    package func pictures(on sections: some Sequence<FeedSection>) throws -> FeedPictures {
        var pictures: FeedPictures = [:]
        for section in sections {
            guard let spec = spec(of: section.section), !spec.assets.isEmpty else { continue }
            let urls = section.rows.map { spec.assetURLs(of: $0).first }
            let known = try reader.assets(at: urls.compactMap(\.self))
            for (row, url) in zip(section.rows, urls) {
                guard let content = url.flatMap({ known[$0]?.content }), assetFolder.holds(content) else { continue }
                pictures[section.id, default: [:]][row.identity] = content
            }
        }
        return pictures
    }
}

package typealias FeedPictures = [SectionID: [FeedRow.Identity: AssetContent]]

extension CollectionSpec {
    /// What a row names; nothing where it is an ad.
    fileprivate func assetURLs(of row: FeedRow) -> [String] {
        guard case .content(_, _, _, let payload) = row else { return [] }
        return assetURLs(in: payload.utf8)
    }
}

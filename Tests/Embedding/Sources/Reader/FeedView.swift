import FeedCache

#if canImport(SwiftUI)
    import SwiftUI
#else
    import ViewStandIns
#endif

struct FeedView: View {
    let model: FeedScreenModel

    var body: some View {
        ScrollView {
            LazyVStack {
                ForEach(model.sections) { section in
                    Text(section.title)
                    ForEach(section.rows) { row in Card(row: row).onTapGesture { model.tap(row.id) } }
                }
            }
            .scrollTargetLayout()
        }
        .onScrollTargetVisibilityChange(idType: FeedRow.ID.self, threshold: 0.5) { model.show($0) }
        .refreshable { await model.refresh() }
        .task { await model.run(syncIfOlderThan: .seconds(300)) }
    }
}

struct Card: View {
    let row: FeedScreenRow

    var body: some View {
        switch row.content {
        case .content(_, let id, _, _):
            Text((try? row.content.decode(Photo.self, with: Photo.decoder))?.title ?? id.text)
        case .ad(_, _, let id, _): Text("ad \(id)")
        @unknown default: Text("")
        }
    }
}

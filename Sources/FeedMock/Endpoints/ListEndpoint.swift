import FeedModel

/// Answers for a list: as a bare array or, for photos, as a one-element array around a page.
///
/// `since=MILLISECONDS` asks for what changed after that version instead, oldest change first, removed items as
/// tombstones; 410 when that is too long ago.
struct ListEndpoint {
    let world: World
    let list: ListName
    let tick: Int
    let pageSize: Int

    func answer(_ request: MockRequest) throws(RequestError) -> Answer {
        let timeline = world.timeline(of: list, at: tick)
        guard let since = try request.query.integer("since", in: Int64.min...Int64.max) else {
            return try answer(request, total: timeline.count) { index, writer in
                world.write(timeline.serial(at: index), of: timeline, to: &writer)
            }
        }
        guard let delta = ListDelta(of: timeline, since: since) else { throw .forgotten(since: since) }
        return try answer(request, total: delta.count, kept: "since=\(since)&") { index, writer in
            switch delta[index] {
            case .item(let serial): world.write(serial, of: timeline, to: &writer)
            case .tombstone(let serial, let time): write(tombstone: serial, at: time, to: &writer)
            }
        }
    }

    private func answer(
        _ request: MockRequest, total: Int, kept: String = "", write: (Int, inout JSONWriter) -> Void
    ) throws(RequestError) -> Answer {
        let isPhotos = list == .photos
        let window = try PageWindow(
            request.query, as: PageWindow.Style.allCases, total: total, size: pageSize,
            bareSize: isPhotos ? pageSize : PageWindow.sizes.upperBound)
        if isPhotos, window.style == .offset { throw .conflictingParameters("photos", "offset or limit") }
        func writeItems(to writer: inout JSONWriter) {
            for index in window.range { write(index, &writer) }
        }
        return .page(of: total, links: window.links(request.path, keeping: kept)) { writer in
            writer.array { writer in
                guard isPhotos else { return writeItems(to: &writer) }
                writer.object { writer in
                    writer.field("page", window.number)
                    writer.key("photos")
                    writer.array(writeItems)
                    writer.field("has_next_page", window.hasNext)
                }
            }
        }
    }

    private func write(tombstone serial: Int, at time: Int64, to writer: inout JSONWriter) {
        writer.object { writer in
            list.writeID(serial, to: &writer)
            writer.field("deleted", true)
            writer.field("updated_at", time)
        }
    }
}

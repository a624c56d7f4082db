import FeedModel

/// Answers with more of an item than its list has: of one, as the member `data` of an object, or of several as an array.
struct DetailEndpoint {
    /// The most that one request may ask for.
    private static let mostIDs = 1_000

    let world: World
    let list: ListName
    let tick: Int

    /// - Throws: `RequestError.notFound` where the list does not have it.
    func answer(_ request: MockRequest, id: String) throws(RequestError) -> Answer {
        let timeline = world.timeline(of: list, at: tick)
        guard let serial = timeline.serial(of: id) else { throw .notFound(path: request.path) }
        return .json { writer in
            writer.object { writer in
                writer.key("data")
                world.writeDetail(serial, of: timeline, to: &writer)
            }
        }
    }

    /// - Parameter ids: with commas between. Those that the list does not have are left out.
    func answer(ids: String) throws(RequestError) -> Answer {
        let ids = ids.split(separator: ",")
        guard ids.count <= Self.mostIDs else {
            throw .badParameter(name: "ids", value: "\(ids.count) IDs", expected: "at most \(Self.mostIDs)")
        }
        let timeline = world.timeline(of: list, at: tick)
        return .json { writer in
            writer.array { writer in
                for serial in ids.compactMap({ timeline.serial(of: String($0)) }) {
                    world.writeDetail(serial, of: timeline, to: &writer)
                }
            }
        }
    }
}

extension ListTimeline {
    /// Nil where the list does not have it.
    fileprivate func serial(of id: String) -> Int? {
        guard let serial = Int(id.drop { !$0.isASCII || !$0.isNumber }), list.id(serial) == id, isLive(serial) else {
            return nil
        }
        return serial
    }
}

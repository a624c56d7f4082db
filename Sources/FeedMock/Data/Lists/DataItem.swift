import FeedModel

struct DataItem {
    /// Its ID as text: `7` and `"7"` are one item.
    let id: String
    let idJSON: ArraySlice<UInt8>
    /// The object, to the byte as it came from the file or a request.
    let payload: ArraySlice<UInt8>
    /// Its place among all items that the list ever had.
    let ordinal: Int
    /// Nil where the list has no versions.
    let version: ListVersion?
    /// Whether the payload says its version. Where it does not, the version is added to what is served.
    let saysVersion: Bool

    func write(to writer: inout JSONWriter) {
        guard let version, !saysVersion else { return writer.verbatim(payload) }
        writer.verbatim(payload.dropLast() + ",\"\(ListVersion.field)\":".utf8 + version.json + "}".utf8)
    }

    /// What is left of it once it is removed.
    func tombstone(_ version: ListVersion?, idField: String) -> DataItem {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key(idField)
            writer.verbatim(idJSON)
            writer.field("deleted", true)
            if let version {
                writer.key(ListVersion.field)
                writer.verbatim(version.json)
            }
        }
        return DataItem(
            id: id, idJSON: idJSON, payload: writer.bytes[...], ordinal: ordinal, version: version, saysVersion: true)
    }
}

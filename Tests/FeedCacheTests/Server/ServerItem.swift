/// An item as the scripted server has it.
struct ServerItem: Hashable, Sendable {
    let id: String
    var version: Int?
    var title: String
    var isDeleted = false

    init(_ id: String, version: Int? = 1, title: String = "t", isDeleted: Bool = false) {
        self.id = id
        self.version = version
        self.title = title
        self.isDeleted = isDeleted
    }

    /// What the cache has to keep to the byte; with an empty ID an element without one.
    var json: String {
        guard !id.isEmpty else { return #"{"title":"\#(title)"}"# }
        let versionMember = version.map { #""v":\#($0),"# } ?? ""
        return #"{"id":"\#(id)",\#(versionMember)"title":"\#(title)""# + (isDeleted ? #","gone":true}"# : "}")
    }
}

import TestSupport

/// One thing that happens to a server's list.
struct Change: Sendable {
    enum Kind: CaseIterable, Sendable {
        case insert, edit, rewrite, delete, bury, revive, move, rollBack, duplicate, shrink
    }

    let kind: Kind
    /// Which item, counted round.
    let place: Int
    let other: Int
    /// Makes what it brings unlike all else.
    let serial: Int

    init(serial: Int, using generator: inout SeededGenerator) {
        // Big changes are rare, so that lists live long enough for small ones to add up.
        let kind = Kind.allCases.randomElement(using: &generator) ?? .edit
        self.kind = kind == .shrink && Int.random(in: 0..<3, using: &generator) > 0 ? .insert : kind
        place = Int.random(in: 0..<1_000, using: &generator)
        other = Int.random(in: 0..<1_000, using: &generator)
        self.serial = serial
    }

    func apply(to list: inout ServerList) {
        guard !list.items.isEmpty, kind != .insert else {
            list.items.insert(
                ServerItem("n\(serial)", version: list.hasVersions ? next(list) : nil, title: "t\(serial)"),
                at: place % (list.items.count + 1))
            return
        }
        let index = place % list.items.count
        let other = other % list.items.count
        switch kind {
        case .insert: break
        case .edit: edit(&list, at: index) { $0.title = "t\(serial)" }
        case .rewrite: list.items[index].title = "t\(serial)"
        case .delete: bury(list.items.remove(at: index), in: &list)
        case .bury: edit(&list, at: index) { $0.isDeleted = true }
        case .revive: edit(&list, at: index) { $0.isDeleted = false }
        case .move: list.items.insert(list.items.remove(at: index), at: other)
        case .rollBack:
            list.items[index].title = "r\(serial)"
            list.items[index].version = list.items[index].version.map { max(0, $0 - 1 - other) }
        case .duplicate: list.items.insert(list.items[index], at: other)
        case .shrink:
            let gone = list.items.suffix(list.items.count * 2 / 3)
            list.items.removeLast(gone.count)
            for item in gone { bury(item, in: &list) }
        }
    }

    private func edit(_ list: inout ServerList, at index: Int, _ body: (inout ServerItem) -> Void) {
        body(&list.items[index])
        if list.items[index].version != nil { list.items[index].version = next(list) }
    }

    private func bury(_ item: ServerItem, in list: inout ServerList) {
        guard item.version != nil, !list.items.contains(where: { $0.id == item.id }) else { return }
        var grave = item
        grave.version = next(list)
        grave.isDeleted = true
        list.graves.removeAll { $0.id == item.id }
        list.graves.append(grave)
    }

    private func next(_ list: ServerList) -> Int {
        ((list.items + list.graves).compactMap(\.version).max() ?? 0) + 1
    }
}

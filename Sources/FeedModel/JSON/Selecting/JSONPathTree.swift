/// Dotted paths merged into one tree, so that a single walk over a text finds the values at all of them.
///
/// The element paths of the list of rows hang, as a tree of their own, on the node of that list.
struct JSONPathTree: Sendable {
    struct Node: Sendable {
        /// The numbers of the paths that end here.
        var ends: [Int] = []
        /// The numbers of the paths that end here or deeper: what a repeated key makes void.
        var covers: [Int] = []
        var edges: [Edge] = []
        /// Whether the list of rows is here or deeper.
        var leadsToRows = false
        /// If the list of rows is here: the node of its elements.
        var rowNode: Int?
    }

    struct Edge: Sendable {
        let key: ArraySlice<UInt8>
        let index: Int?
        let node: Int
    }

    static let root = 0
    private(set) var nodes = [Node()]

    init(paths: [DottedPath], rows: DottedPath?, columns: [DottedPath]) {
        insert(paths, below: Self.root)
        guard let rows else { return }
        var node = Self.root
        nodes[node].leadsToRows = true
        for component in rows.components {
            node = makeChild(of: node, at: component)
            nodes[node].leadsToRows = true
        }
        nodes.append(Node())
        nodes[node].rowNode = nodes.count - 1
        insert(columns, below: nodes.count - 1)
    }

    /// The node that a key of an object at `node` leads to. Keys are compared as Unicode scalars, escapes resolved.
    @inline(__always)
    func child(of node: Int, at key: JSONKey, in cursor: JSONByteCursor) -> Int? {
        if key.isEscaped { return child(of: node, atEscapedKey: cursor.bytes(in: key.range)) }
        for edge in nodes[node].edges where cursor.matches(edge.key, in: key.range) { return edge.node }
        return nil
    }

    func child(of node: Int, at index: Int) -> Int? {
        for edge in nodes[node].edges where edge.index == index { return edge.node }
        return nil
    }

    @inline(never)
    private func child(of node: Int, atEscapedKey bytes: [UInt8]) -> Int? {
        let key = JSONText(unescaping: bytes[...]).utf8
        return nodes[node].edges.first { $0.key == key }?.node
    }

    private mutating func insert(_ paths: [DottedPath], below top: Int) {
        for (number, path) in paths.enumerated() {
            var node = top
            nodes[node].covers.append(number)
            for component in path.components {
                node = makeChild(of: node, at: component)
                nodes[node].covers.append(number)
            }
            nodes[node].ends.append(number)
        }
    }

    private mutating func makeChild(of node: Int, at component: DottedPath.Component) -> Int {
        let key = Array(component.key.utf8)[...]
        if let edge = nodes[node].edges.first(where: { $0.key == key }) { return edge.node }
        nodes.append(Node())
        nodes[node].edges.append(Edge(key: key, index: component.index, node: nodes.count - 1))
        return nodes.count - 1
    }
}

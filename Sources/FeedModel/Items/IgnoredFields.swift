/// Fields whose change is no change of an item: ages, counters, signed URLs.
///
/// Two payloads are the same content where they are equal to the byte once these fields are taken out; a field that is
/// there in one and missing in the other counts as taken out too. A write that wins with the same content is
/// *unchanged*: what stays stored is the payload of the last real change. The merge law then holds for what is left of
/// the payloads: any order, repetition or split of the same answers gives caches that are equal but for these fields.
package struct IgnoredFields: Hashable, Sendable {
    /// Where the fields are in an item; at least one.
    private let paths: [DottedPath]

    /// Nil where there are none: then payloads are compared to the byte.
    package init?(_ paths: [DottedPath]) {
        guard !paths.isEmpty else { return nil }
        self.paths = paths
    }

    package func areSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left == right || content(of: left) == content(of: right)
    }

    /// The payload without the fields; as it is where it is no JSON.
    ///
    /// White space around the members of an object that a path leads through is left out as well. Everything else is as
    /// it was sent.
    package func content(of payload: ArraySlice<UInt8>) -> [UInt8] {
        guard let document = try? JSONDocument(Array(payload)) else { return Array(payload) }
        var writer = JSONWriter()
        write(document.root, of: document, without: paths.map { $0.components[...] }, to: &writer)
        return writer.bytes
    }

    private func write(
        _ place: Range<Int>, of document: JSONDocument, without paths: [ArraySlice<DottedPath.Component>],
        to writer: inout JSONWriter
    ) {
        switch (paths.isEmpty, document.scalar(at: place)) {
        case (false, .object):
            writer.object { writer in
                document.bytes.withUnsafeBytes { bytes in
                    for member in JSONScan(.members, of: bytes, in: place) {
                        let key = document.slice(member.key.range.lowerBound - 1..<member.key.range.upperBound + 1)
                        let name = JSONText(quoted: key).utf8
                        let inner = paths.filter { path in
                            path.first.map { $0.condition == nil && $0.key.utf8.elementsEqual(name) } ?? false
                        }.map { $0.dropFirst() }
                        if inner.contains(where: \.isEmpty) { continue }
                        writer.key(verbatim: key)
                        write(member.value, of: document, without: inner, to: &writer)
                    }
                }
            }
        case (false, .array):
            let elements = document.elements(of: place)
            // Looked for once for each path: each look reads the whole array.
            let met = paths.map { $0.first?.condition?.element(of: place, in: document.bytes) }
            writer.array { writer in
                for (index, element) in elements.enumerated() {
                    let inner = zip(paths, met).filter { path, met in
                        // An index below 0 counts from the end.
                        path.first?.condition == nil
                            ? [index, index - elements.count].contains { $0 == path.first?.index } : met == element
                    }.map { $0.0.dropFirst() }
                    if inner.contains(where: \.isEmpty) { continue }
                    write(element, of: document, without: inner, to: &writer)
                }
            }
        default: writer.verbatim(document.slice(place))
        }
    }
}

import FeedCache
import TerminalKit

/// A line an item.
enum NDJSONExport {
    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = PlacedItem.fields(of: list.name)
        try list.forEach { position, item in
            try sink.write(fields.object(of: PlacedItem(position: position, item: item)))
            try sink.write("\n")
        }
    }
}

/// One array.
enum JSONExport {
    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = PlacedItem.fields(of: list.name)
        try sink.write("[")
        try list.forEach { position, item in
            try sink.write(position == 0 ? "" : ",")
            try sink.write(fields.object(of: PlacedItem(position: position, item: item)))
        }
        try sink.write("]\n")
    }
}

import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedPreview

@Suite("The documents of a screen")
struct PreviewScreenTests {
    @Test("the changes, applied to what a page shows, give what it shows next", arguments: SeededGenerator.seeds(50))
    func law(seed: UInt64) throws {
        var feeds = RandomScreens(seed: seed)
        var shown = PreviewScreen(feeds.next(), widths: [390, 834])
        var (plain, staged) = (try PageModel(feed: shown.document.bytes), try PageModel(feed: shown.document.bytes))
        let stagedView = try PreviewView(PreviewQuery("widths=390,834&staged=1"))
        let plainView = try PreviewView(PreviewQuery("widths=390,834"))
        for step in 0..<5 {
            let next = PreviewScreen(feeds.next(), widths: [390, 834])
            let changes = Changeset(from: shown.feed, to: next.feed)
            try plain.apply(PreviewSource.change(plainView, changes, from: shown, to: next).bytes)
            try staged.apply(PreviewSource.change(stagedView, changes, from: shown, to: next).bytes)
            let whole = try PageModel(feed: next.document.bytes)
            #expect(plain == whole, "seed \(seed), step \(step)")
            #expect(staged == whole, "seed \(seed), step \(step), in stages")
            shown = next
        }
    }

    @Test("texts are cut, markup stays text, and what a payload has besides is in no document")
    func texts() throws {
        let long = String(repeating: "a", count: 5_000)
        let payload = #"{"title":"<img src=x onerror=alert(1)>","description":"\#(long)","secret":"s3cret"}"#
        let section = Section(id: "s", type: "t", title: long, layout: "spiral", content: .collection("c"))
        let row = FeedRow.content(index: 0, key: "1", version: nil, payload: payload)
        let feed = FeedScreen(
            run: 1, sections: [FeedSection(section: section, rowCount: 1, firstRow: 0, rows: [row])])
        let text = String(decoding: PreviewScreen(feed, widths: [390]).document.bytes, as: UTF8.self)
        #expect(text.contains(#""title":"<img src=x onerror=alert(1)>""#))
        #expect(text.contains(#""layout":"list","asked":"spiral""#))
        #expect(!text.contains("s3cret") && !text.contains(String(repeating: "a", count: 401)))
    }

    @Test("pages escape what they are given")
    func escaping() {
        let page: HTML = "<p title=\"\("\"'<&>")\">\("</p><script>")</p>"
        #expect(page.text == "<p title=\"&quot;&#39;&lt;&amp;&gt;\">&lt;/p&gt;&lt;script&gt;</p>")
    }

    @Test("a picture is named by its item, in the image's ratio")
    func pictures() throws {
        let picture = Picture(of: "1", ratio: 1.5)
        #expect(Picture(name: picture.name) == picture)
        #expect(picture.name.hasSuffix("-1500.svg") && picture.svg.contains("viewBox=\"0 0 1000 1500\""))
        #expect(Picture(of: "2", ratio: 1.5) != picture)
        #expect(Picture(of: "1", ratio: 99).ratio == 8_000)
        for name in ["", "x", "1-1.svg", "1-1500.png", "../1-1500.svg", "1-1500-2.svg"] {
            #expect(Picture(name: name) == nil, "\(name)")
        }
    }

    @Test("the script has at most 400 lines and 16 kB, and all web files 25 kB")
    func budget() {
        let files = [PackageResources.page_html, PackageResources.preview_css, PackageResources.preview_js]
        #expect(PackageResources.preview_js.split(separator: 10, omittingEmptySubsequences: false).count <= 401)
        #expect(PackageResources.preview_js.count <= 16_000)
        #expect(files.reduce(0) { $0 + $1.count } <= 25_000)
    }
}

/// Feeds made up by chance, each a change of the one before.
private struct RandomScreens {
    private static let layouts = SectionLayout.allCases.map(\.rawValue) + ["spiral"]

    private var generator: SeededGenerator
    private var sections: [(id: Int, layout: String, rows: [(id: Int, text: Int)])] = []
    private var last = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        for _ in 0..<3 { addSection() }
    }

    mutating func next() -> FeedScreen {
        for _ in 0..<Int.random(in: 1...6, using: &generator) { change() }
        return FeedScreen(
            run: Int64(last),
            sections: sections.map { section in
                let rows = section.rows.enumerated().map { index, row in
                    let payload = #"{"title":"\#(row.text)","image":{"width":100,"height":\#(50 + row.text % 100)}}"#
                    return row.id % 7 == 0
                        ? FeedRow.ad(slot: index, serial: Int64(row.id), id: "\(row.id)", payload: payload)
                        : .content(index: index, key: "\(row.id)", version: nil, payload: payload)
                }
                return FeedSection(
                    section: Section(
                        id: "\(section.id)", type: "t", title: "\(section.id % 3)", layout: section.layout,
                        content: .collection("c")), rowCount: rows.count + 5, firstRow: 0, rows: rows)
            })
    }

    private mutating func addSection() {
        last += 1
        let layout = Self.layouts.randomElement(using: &generator) ?? "list"
        var rows: [(id: Int, text: Int)] = []
        for _ in 0..<Int.random(in: 0...9, using: &generator) {
            last += 1
            rows.append((last, last))
        }
        sections.insert((last + 1_000_000, layout, rows), at: Int.random(in: 0...sections.count, using: &generator))
    }

    private mutating func change() {
        guard let section = sections.indices.randomElement(using: &generator) else { return addSection() }
        let row = sections[section].rows.indices.randomElement(using: &generator)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: addSection()
        case 1: sections.remove(at: section)
        case 2: sections.shuffle(using: &generator)
        case 3: sections[section].layout = Self.layouts.randomElement(using: &generator) ?? "list"
        case 4: sections[section].rows.shuffle(using: &generator)
        case 5:
            last += 1
            let place = Int.random(in: 0...sections[section].rows.count, using: &generator)
            sections[section].rows.insert((last, last), at: place)
        case 6: if let row { sections[section].rows.remove(at: row) }
        case 7: if let row { sections[section].rows[row].text += 1_000 }
        default:
            guard let row, let target = sections.indices.randomElement(using: &generator) else { return }
            let moved = sections[section].rows.remove(at: row)
            sections[target].rows.append(moved)
        }
    }
}

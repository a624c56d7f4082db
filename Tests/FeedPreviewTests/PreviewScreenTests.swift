import FeedCache
import FeedModel
import FeedSource
import FeedStore
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
        let (source, folder) = try Self.source()
        defer { withExtendedLifetime(folder) {} }
        for step in 0..<5 {
            let next = PreviewScreen(feeds.next(), widths: [390, 834])
            let changes = Changeset(from: shown.feed, to: next.feed)
            try plain.apply(source.change(plainView, changes, from: shown, to: next).bytes)
            try staged.apply(source.change(stagedView, changes, from: shown, to: next).bytes)
            let whole = try PageModel(feed: next.document.bytes)
            #expect(plain == whole, "seed \(seed), step \(step)")
            #expect(staged == whole, "seed \(seed), step \(step), in stages")
            shown = next
        }
    }

    /// A source that reads nothing.
    private static func source() throws -> (PreviewSource, TemporaryFolder) {
        let (folder, manifest) = (try TemporaryFolder(), try Manifest.gourmet())
        let engine = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source), isReadOnly: true)
        return (PreviewSource(engine: engine, showsImages: false), folder)
    }

    @Test("texts are cut, markup stays text, and what a payload has besides is in no document")
    func texts() throws {
        let long = String(repeating: "a", count: 5_000)
        let payload = #"{"title":"<img src=x onerror=alert(1)>","description":"\#(long)","secret":"s3cret"}"#
        let section = Section(id: "s", type: "t", title: long, layout: "spiral", content: .collection("c"))
        let row = FeedRow.content(index: 0, id: "1", version: nil, payload: payload)
        let feed = FeedScreen(
            run: 1, sections: [FeedSection(section: section, rowCount: 1, firstRow: 0, rows: [row])])
        let text = String(decoding: PreviewScreen(feed, widths: [390]).document.bytes, as: UTF8.self)
        #expect(text.contains(#""title":"<img src=x onerror=alert(1)>""#))
        #expect(text.contains(#""layout":"list","note":"t · spiral, shown as list · 1 row""#))
        #expect(!text.contains("s3cret") && !text.contains(String(repeating: "a", count: 401)))
    }

    @Test("a text of few characters with marks without end is cut all the same, between two scalars")
    func marks() {
        let marked = "e" + String(repeating: "\u{301}", count: 100_000)
        let cut = PreviewScreen.cut(marked, 200)
        #expect(cut.utf8.count <= 1_603 && cut.hasSuffix("…") && !cut.contains("\u{FFFD}"))
        #expect(PreviewScreen.cut("ab" + marked, 200).hasPrefix("ab"))
        for text in ["", "é", String(repeating: "鎌", count: 200)] { #expect(PreviewScreen.cut(text, 200) == text) }
    }

    @Test("all sections together have 4,000 rows at most, and a few each", arguments: [0, 1, 15, 16, 60, 500, 1_500])
    func share(count: Int) throws {
        let windows = try PreviewView(PreviewQuery("")).windows(ofSections: count)
        #expect(windows.standard.lowerBound == 0 && (1...100).contains(windows.standard.count))
        #expect(windows.standard.count * count + PreviewView.mostNamed <= 4_000)
        #expect(count > 15 || windows.standard.count == 100)
    }

    @Test("a payload is folded by its parts, and two are compared field by field")
    func facts() {
        let page = PayloadTree.html(of: #"{"a":{"b":[1,"<i>"]},"c":null}"#, finding: "").text
        #expect(page.contains("<summary><b>a</b> <small>1 member</small></summary>"))
        #expect(page.contains("<b>1</b> &quot;&lt;i&gt;&quot;") && page.contains("<b>c</b> null"))
        #expect(PayloadTree.html(of: "{no", finding: "").text == "<pre dir=\"auto\">{no</pre>")
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        #expect(PayloadTree.html(of: deep, finding: "").text.components(separatedBy: "<details").count == 41)
        let differences = PreviewFacts.differences(
            from: #"{"a":1,"b":[1,2],"c":{"d":"x"}}"#, to: #"{"b":[1,3],"c":{"d":"x"},"e":true}"#)
        #expect(differences.map { "\($0.field) \($0.old) \($0.new)" } == ["a 1 ", "b[1] 2 3", "e  true"])
    }

    @Test("a text is found in a payload whatever its case, in keys and behind escapes; what has it not is folded")
    func finding() {
        let payload = #"{"a":{"b":["x Café","y"]},"Cafe":[1,[2]],"d":"caf\u00e9 <"}"#
        let page = PayloadTree.html(of: payload, finding: "CAFÉ").text
        #expect(page.hasPrefix("<p role=\"status\">“CAFÉ”: found in 3 places</p>"))
        #expect(page.contains("x <mark id=\"found\">Café</mark>") && page.contains("<b><mark>Cafe</mark></b>"))
        #expect(page.contains(#"<mark>&quot;caf\u00e9 &lt;&quot;</mark>"#))
        #expect(page.components(separatedBy: "<details open>").count == 5)
        #expect(page.components(separatedBy: "<details>").count == 2, "the list that has it not")
        let none = PayloadTree.html(of: payload, finding: "<zz").text
        #expect(none.hasPrefix("<p role=\"status\">“&lt;zz”: found in 0 places</p>") && !none.contains("<mark"))
    }

    @Test("rows are as high and as far from each other as the density says; what is none is the usual")
    func density() throws {
        let section = Section(id: "s", type: "t", title: "", layout: "list", content: .collection("c"))
        let rows = (0..<2).map { FeedRow.content(index: $0, id: "\($0)", version: nil, payload: "{}") }
        let feed = FeedScreen(sections: [FeedSection(section: section, rowCount: 2, firstRow: 0, rows: rows)])
        let densities: [FeedPreview.Density] = [.compact, .standard, .roomy]
        let seconds = zip(densities.map(\.rawValue) + ["none", ""], ["66.0", "86.0", "116.0", "86.0", "86.0"])
        for (name, second) in seconds {
            let view = try PreviewView(PreviewQuery("density=\(name)"))
            let text = try JSONDocument(
                PreviewScreen(feed, widths: [390], density: view.density).document.bytes)
            let frame = text.elements(of: try Self.frames(text)[1])[1]
            #expect(String(decoding: text.slice(frame), as: UTF8.self) == second, "\(name)")
        }
    }

    @Test("the link goes on to the density and the accent that were asked for, and to no other colour")
    func looks() {
        var configuration = FeedPreview.Configuration()
        #expect(PreviewPages.goingOn(configuration).text.contains("url=./\""))
        configuration.density = .compact
        configuration.accent = "0A7D4F"
        #expect(PreviewPages.goingOn(configuration).text.contains("url=./#density=compact&amp;accent=%230a7d4f\""))
        configuration.accent = "red;}"
        #expect(PreviewPages.goingOn(configuration).text.contains("url=./#density=compact\""))
    }

    @Test("pages escape what they are given")
    func escaping() {
        let page: HTML = "<p title=\"\("\"'<&>")\">\("</p><script>")</p>"
        #expect(page.text == "<p title=\"&quot;&#39;&lt;&amp;&gt;\">&lt;/p&gt;&lt;script&gt;</p>")
    }

    @Test("a row is drawn from the picture that is in the cache, in its ratio where the item has none")
    func storedPictures() throws {
        let digest = String(repeating: "a", count: 64)
        let content = AssetContent(digest: digest, bytes: 1, type: "image/png", width: 100, height: 300)
        let section = Section(id: "s", type: "t", title: "", layout: "waterfall", content: .collection("c"))
        let rows = [#"{"title":"a"}"#, #"{"width":2,"height":1}"#, "{}"].enumerated().map { index, payload in
            FeedRow.content(index: index, id: "\(index)", version: nil, payload: payload)
        }
        let feed = FeedScreen(sections: [FeedSection(section: section, rowCount: 3, firstRow: 0, rows: rows)])
        let pictures: FeedPictures = ["s": [rows[0].identity: content, rows[1].identity: content]]
        let document = PreviewScreen(feed, widths: [390], pictures: pictures).document
        let plain = PreviewScreen(feed, widths: [390]).document
        func heights(_ document: JSONValue) throws -> [Double] {
            let text = try JSONDocument(document.bytes)
            return try Self.frames(text).map { frame in
                try #require(Double(String(decoding: text.slice(text.elements(of: frame)[3]), as: UTF8.self)))
            }
        }
        let (with, without) = (try heights(document), try heights(plain))
        #expect(with[0] > 2 * without[0] && with[1] == without[1] && with[2] == without[2])
        let text = String(decoding: document.bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "\"picture\":\"\(digest)\"").count == 3 && text.contains("-1000.svg"))
    }

    /// The frames of the first section in the first width.
    private static func frames(_ text: JSONDocument) throws -> [Range<Int>] {
        text.elements(of: try #require(text.value(at: DottedPath("sections.0.frames.390"))))
    }

    @Test("pictures come from the cache, with the server gone; what is none is not found")
    func servedPictures() async throws {
        try await PreviewBench.run(keepsPictures: true) { bench in
            bench.server.faults.isOffline = true
            let feed = try await bench.get("feed").text
            let names = feed.matches(of: /"picture":"([0-9a-f]{64})"/).map { String($0.output.1) }
            #expect(names.count > 40)
            let answer = try await bench.get("picture/\(try #require(names.first))")
            #expect(answer.status == 200 && answer.headers["content-type"] == "image/png")
            #expect(answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            for name in [String(repeating: "0", count: 64), "../feed.db", "x"] {
                #expect(try await bench.get("picture/\(name)").status == 404, "\(name)")
            }
        }
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

    @Test("the scripts have at most 24 kB, and they and the style sheet 700 lines")
    func budget() {
        let scripts = [WebFile.script, WebFile.controls]
        #expect(scripts.reduce(0) { $0 + $1.count } <= 24_000)
        let lines = (scripts + [WebFile.styles]).map { $0.count { $0 == UInt8(ascii: "\n") } }
        #expect(lines.reduce(0, +) <= 700)
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
                        : .content(index: index, id: "\(row.id)", version: nil, payload: payload)
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

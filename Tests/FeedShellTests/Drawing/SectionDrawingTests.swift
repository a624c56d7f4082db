import FeedCache
import FeedModel
import FeedStore
import TerminalKit
import Testing

@testable import FeedShell

/// Each layout, as it looks.
@Suite struct SectionDrawingTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)

    private static let payloads = [
        #"{"title": "昔ながらの卵サンド", "area": "根津", "images": [{"width": 3, "height": 2}]}"#,
        #"{"title": "Half-price ramen", "advertiser": "麺処 ひなた"}"#,
        #"{"title": "fluffy chilled tantan noodles", "area": "Tenma", "description": "The smell is hard to resist."}"#,
        #"{"title": "カヌレ", "width": 2, "height": 3}"#,
    ]

    /// Rows of which the second is an ad.
    private static let rows = payloads.enumerated().map { number, payload in
        DrawnRow(
            number == 1
                ? .ad(slot: 0, serial: 1, id: "ad-7", payload: payload)
                : .content(index: number - (number > 1 ? 1 : 0), id: "\(40 - number)", version: nil, payload: payload),
            number: number)
    }

    private func draw(
        _ layout: String, width: Int = 60, rowCount: Int = 4, glyphs: BoxGlyphs = .unicode, rows: [DrawnRow] = rows
    ) -> [String] {
        SectionDrawing(layout: layout, rowCount: rowCount, width: width, glyphs: glyphs).draw(rows, Self.plain).lines
    }

    @Test("A list has the row's number before the title, and its ID at the right")
    func list() {
        let lines = [
            "  0  昔ながらの卵サンド  根津                             40",
            "  1  [ad] Half-price ramen  麺処 ひなた                 ad-7",
            "  2  fluffy chilled tantan noodles  Tenma                 38",
            "  3  カヌレ                                               37",
        ]
        #expect(draw("list") == lines)
        #expect(draw("hologram") == lines)
    }

    @Test("A row whose picture is in the cache has a mark, and the picture's ratio where its own is not known")
    func pictures() {
        let picture = AssetContent(
            digest: String(repeating: "0", count: 64), bytes: 9, type: "image/png", width: 30, height: 60)
        func row(_ payload: String, _ picture: AssetContent?) -> DrawnRow {
            DrawnRow(.content(index: 0, id: "1", version: nil, payload: payload), number: 0, picture: picture)
        }
        let bare = #"{"title": "カヌレ", "area": "根津"}"#
        #expect(draw("list", rows: [row(bare, picture)])[0].contains("カヌレ  [pic] 根津"))
        #expect(row(bare, picture).imageRatio == 2 && row(bare, nil).imageRatio == nil)
        #expect(row(#"{"width": 2, "height": 3}"#, picture).imageRatio == 1.5)
        let (small, large) = (row(#"{"width": 3, "height": 2}"#, nil), row(bare, picture))
        #expect(draw("waterfall", rows: [large]).count > draw("waterfall", rows: [small]).count)
    }

    @Test("A ranking counts the content, not the ads between")
    func ranking() {
        #expect(
            draw("ranking", width: 40) == [
                "  1  昔ながらの卵サンド  根津         40",
                "     [ad] Half-price ramen  麺処 …  ad-7",
                "  2  fluffy chilled tantan noodles    38",
                "  3  カヌレ                           37",
            ])
    }

    @Test("Chips are side by side")
    func chips() {
        #expect(
            draw("chips", width: 40) == [
                "( 昔ながらの卵サンド )", "( [ad] Half-price ramen )", "( fluffy chilled tantan noodles )",
                "( カヌレ )",
            ])
        #expect(draw("chips", width: 36, rows: [Self.rows[0], Self.rows[3]]) == ["( 昔ながらの卵サンド ) ( カヌレ )"])
    }

    @Test("A strip is cut where the window ends, and says so")
    func carousel() {
        #expect(
            draw("carousel", width: 50) == [
                "╭ 0 ────────────── 40 ╮ ╭ 1 ──────────── [ad] ╮",
                "│ 昔ながらの卵サンド  │ │ Half-price ramen    │",
                "│ 根津                │ │ 麺処 ひなた         │ ›",
                "│                     │ │                     │",
                "╰─────────────────────╯ ╰─────────────────────╯",
            ])
        let drawing = SectionDrawing(layout: "carousel", rowCount: 4, width: 50, glyphs: .ascii)
        #expect(drawing.draw(Self.rows, Self.plain).shown == 2)
        #expect(drawing.draw(Self.rows, Self.plain).lines[0] == "+ 0 -------------- 40 + + 1 ------------ [ad] +")
        #expect(!draw("carousel", width: 50, rowCount: 2, rows: Array(Self.rows.prefix(2))).joined().contains("›"))
    }

    @Test("A mosaic has one large card and two small ones")
    func mosaic() {
        #expect(
            draw("mosaic", width: 48, rows: Array(Self.rows.prefix(3))) == [
                "╭ 0 ─────────────────────── 40 ╮ ╭ 1 ──── [ad] ╮",
                "│ 昔ながらの卵サンド           │ │ Half-price… │",
                "│ 根津                         │ │ 麺処 ひなた │",
                "│                              │ ╰─────────────╯",
                "│                              │",
                "│                              │ ╭ 2 ────── 38 ╮",
                "│                              │ │ fluffy chi… │",
                "│                              │ │ Tenma       │",
                "╰──────────────────────────────╯ ╰─────────────╯",
            ])
    }

    @Test("A waterfall has cards as high as their images, each in the shorter column")
    func waterfall() {
        #expect(
            draw("waterfall", width: 49) == [
                "╭ 0 ─────────────── 40 ╮ ╭ 1 ───────────── [ad] ╮",
                "│ 昔ながらの卵サンド   │ │ Half-price ramen     │",
                "│ 根津                 │ │ 麺処 ひなた          │",
                "│                      │ │                      │",
                "│                      │ │                      │",
                "╰──────────────────────╯ │                      │",
                "                         ╰──────────────────────╯",
                "╭ 2 ─────────────── 38 ╮",
                "│ fluffy chilled       │ ╭ 3 ─────────────── 37 ╮",
                "│ tantan noodles       │ │ カヌレ               │",
                "│ Tenma                │ │                      │",
                "│ The smell is hard to │ │                      │",
                "│ resist.              │ │                      │",
                "╰──────────────────────╯ │                      │",
                "                         │                      │",
                "                         │                      │",
                "                         │                      │",
                "                         ╰──────────────────────╯",
            ])
    }

    @Test("A window too narrow for columns shows a list")
    func narrow() {
        #expect(draw("mosaic", width: 20) == draw("list", width: 20))
        #expect(draw("waterfall", width: 20) == draw("list", width: 20))
        #expect(draw("list", width: 20, rows: [Self.rows[2]]) == ["  2  fluffy chilled…"])
    }

    @Test("No rows, no lines", arguments: SectionLayout.allCases)
    func empty(layout: SectionLayout) {
        #expect(draw(layout.rawValue, rowCount: 0, rows: []) == [])
    }

    @Test("Without anything that names it, a row goes by its ID")
    func nameless() {
        let row = DrawnRow(.content(index: 0, id: "x\u{1B}7", version: nil, payload: "{}"), number: 0)
        #expect(draw("chips", rows: [row]) == ["( x^[7 )"])
    }
}

import TestSupport
import Testing

@testable import FeedSource

@Suite struct LinkHeaderTests {
    @Test(
        "The next page is found however it is written",
        arguments: [
            "</a?page=2>; rel=\"next\"", "</a?page=2>;rel=next", "< /a?page=2 > ; REL = \"NEXT\"",
            "</a?page=2>; rel=\"last next\"",
            "</a?page=9>; rel=\"last\", </a?page=2>; rel=\"next\"", "</a?page=2>; title=\"a, b; rel=x\"; rel=next",
            "</a?page=2>; title=\"\\\"\"; rel=next", "</a?page=2>; rel=next; rel=prev", "</a?page=2>; title; rel=next;",
            ",, </a?page=2>; rel=next ,", "nonsense, </a?page=2>; rel=next",
            "</x>; rel=prev nonsense, </a?page=2>; rel=next",
            "</a?page=2>;;rel=next", "</a?page=2>; hreflang=en; rel=next; type=\"text/html\"",
            "</a?page=2>; rel=next, </b>; rel=next",
            "<#x>; rel=next; anchor=\"#y\", </a?page=2>; rel=next", "<>; rel=next, </a?page=2>; rel=next",
            "</a?page=2>; rel=\"next", "\"x, y\", </a?page=2>\t;\trel=next", "</a?page=2>; rel=\"prev\tnext\"",
        ])
    func found(field: String) {
        #expect(LinkHeader.next(in: [field]) == "/a?page=2")
    }

    @Test(
        "Without a link to the next page there is none",
        arguments: [
            "", ",", "<", "</a", "</a>", "</a>; rel=prev", "</a>; rel=prev; rel=next", "</a>; rel=nextpage",
            "</a>; rel=\"\"", "</a>; rel",
            "</a>; title=\"rel=next\"", "</a>; anchor=\"/b\"; rel=next", "</a>; rel=next; anchor=\"\"", "/a; rel=next",
            "<>; rel=next",
            "< >; rel=next", "</a> rel=next", "</a>; rev=next", "</a>; title=\"x; rel=next",
        ])
    func absent(field: String) {
        #expect(LinkHeader.next(in: [field]) == nil)
    }

    @Test("Several fields are one list")
    func fields() {
        #expect(LinkHeader.next(in: []) == nil)
        #expect(LinkHeader.next(in: ["</a>; rel=prev", "", "</b>; rel=next", "</c>; rel=next"]) == "/b")
    }

    @Test("The target is kept as it is written, commas, semicolons and all")
    func targets() {
        for target in ["https://e.example/a,b;c?d=%20&e=\"f\"", "?page=2", "../日本", "//e.example/x"] {
            #expect(LinkHeader.next(in: ["<\(target)>; rel=\"next\""]) == target)
        }
    }

    @Test("Mutated fields never trap, and what is found was between angle brackets")
    func mutated() throws {
        let corpus = try FuzzCorpus.inputs(for: "link")
        for seed in SeededGenerator.seeds(2000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            let field = String(decoding: bytes, as: UTF8.self)
            guard let next = LinkHeader.next(in: [field]) else { continue }
            #expect(!next.isEmpty, "seed \(seed)")
            #expect(field.contains(next), "seed \(seed): \(field)")
        }
    }
}

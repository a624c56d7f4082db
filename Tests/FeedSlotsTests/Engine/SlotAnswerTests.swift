import Testing

@testable import FeedSlots

@Suite struct SlotAnswerTests {
    private func read(_ body: String) throws -> SlotAnswer { try SlotAnswer(body: Array(body.utf8)) }

    @Test("All of an answer is payload, without the white space around it")
    func payload() throws {
        #expect(try read(#" {"id": "a", "x": 1.0} "#) == .ad(id: "a", payload: #"{"id": "a", "x": 1.0}"#))
        #expect(try read(#"{"id":17}"#) == .ad(id: "17", payload: #"{"id":17}"#))
    }

    @Test("An answer without an ID is not an ad", arguments: ["{}", #"{"id":null}"#, #"{"id":""}"#, #"{"id":1.5}"#])
    func noID(body: String) {
        #expect(throws: SlotAnswerError.noID) { try read(body) }
    }

    @Test("An answer that is not an object is malformed", arguments: ["[]", "1", "{", ""])
    func malformed(body: String) {
        #expect {
            try read(body)
        } throws: { error in
            if case .malformed = error as? SlotAnswerError { true } else { false }
        }
    }
}

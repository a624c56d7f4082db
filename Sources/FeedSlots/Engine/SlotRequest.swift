package import FeedModel

package struct SlotRequest: Hashable, Sendable {
    /// The number of the slot that the ad is for, among all slots of the plan, from 0. The ad goes to another slot if
    /// this one is on screen or above it when the ad arrives.
    package let slot: Int
    /// How many content items are above that slot.
    package let offset: Int
    package let rule: SlotRule
    package let requestedAt: Instant
}

package enum SlotAnswer: Hashable, Sendable {
    /// An ad, with the server's ID and the bytes as they were sent.
    case ad(id: String, payload: String)
    /// No fill, an error, or no answer in time.
    case failed

    /// Reads an ad server's answer: a JSON object with an `id`, all of it payload.
    package init(body: [UInt8]) throws(SlotAnswerError) {
        let document = try JSONDocument(body) { SlotAnswerError.malformed(reason: "\($0)") }
        guard document.scalar(at: document.root) == .object else {
            throw .malformed(reason: "it is \(document.scalar(at: document.root).kindName), not an object")
        }
        guard let id = document.value(at: DottedPath("id")).flatMap(document.identifier(at:)) else {
            throw .noID
        }
        self = .ad(id: id, payload: String(decoding: document.slice(document.root), as: UTF8.self))
    }
}

package enum SlotAnswerError: Error, Equatable, Sendable, CustomStringConvertible {
    case malformed(reason: String)
    case noID

    package var description: String {
        switch self {
        case .malformed(let reason): "the ad cannot be read: \(reason)"
        case .noID: "the ad has no “id” that is a text or an integer"
        }
    }
}

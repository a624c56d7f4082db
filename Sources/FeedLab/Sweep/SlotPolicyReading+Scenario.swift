import FeedModel
import FeedSlots

extension SlotPolicyReading {
    /// Reads the policy of a scenario file, or a file that is a policy itself.
    ///
    /// - Throws: `ScenarioError`.
    public init(policyOrScenario json: [UInt8]) throws(ScenarioError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(json)
        } catch {
            throw .malformed(reason: "\(error)")
        }
        guard document.scalar(at: document.root) == .object else {
            throw .malformed(reason: "it should be an ad policy, or an object with “policy”")
        }
        let policy = document.members(of: document.root).last { $0.0 == "policy" }?.1 ?? document.root
        do {
            try self.init(Array(document.slice(policy)))
        } catch {
            throw .policy(error)
        }
    }
}

import FeedCache
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A list of an app's own type")
struct TypedListTests {
    private struct Dish: Codable, Equatable {
        let id: Int
        let name: String
        let price: Double
    }

    /// Answers every request with one list.
    private final class Menu: FeedTransport {
        let dishes = Mutex([
            #"{"id":1,"name":"Crème brûlée","price":6}"#, #"{"id":2,"name":"Soup","price":4.5}"#,
            #"{"id":3,"name":"Pizza","price":11}"#,
        ])

        func send(_ request: FeedRequest) async throws -> FeedResponse {
            FeedResponse(status: 200, body: Data("[\(dishes.withLock { $0.joined(separator: ",") })]".utf8))
        }
    }

    private let folder: TemporaryFolder
    private let menu = Menu()

    init() throws { folder = try TemporaryFolder() }

    private func open(id: String = "id") async throws -> FeedRepository {
        let manifest = try FeedManifest(
            source: .init(name: "menu", baseURL: "https://api.example.com/v1", attempts: 1),
            collections: [.init(name: "dishes", path: "dishes", items: "", id: id, paging: .none)])
        return try await FeedRepository(
            manifest: manifest, databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: menu))
    }

    private func synced() async throws -> FeedRepository {
        let repository = try await open()
        try await repository.sync()
        return repository
    }

    @Test("is read by range, by ID, by expression and in another order")
    func reading() async throws {
        let dishes = try await synced().list(Dish.self, in: "dishes")
        #expect(dishes.collection == "dishes")
        #expect(try await dishes.items().values.map(\.id) == [1, 2, 3])
        #expect(try await dishes.items(at: 1..<9).values.map(\.name) == ["Soup", "Pizza"])
        #expect(try await dishes.items(where: "price > 5", order: "price desc").values.map(\.id) == [3, 1])
        #expect(try await dishes.items(order: "price", at: 1..<2).values.map(\.id) == [1])
        #expect(try await dishes.item("2") == Dish(id: 2, name: "Soup", price: 4.5))
        #expect(try await dishes.item("9") == nil)
        #expect(try await dishes.count() == 3)
    }

    @Test("keeps the items that can be decoded, and names the others")
    func badItem() async throws {
        menu.dishes.withLock { $0.insert(#"{"id":7,"name":"Stew"}"#, at: 1) }
        let dishes = try await synced().list(Dish.self, in: "dishes")
        let items = try await dishes.items()
        #expect(items.values.map(\.id) == [1, 2, 3])
        let failure = try #require(items.failures.first)
        #expect(items.failures.count == 1 && failure.code == .malformed && failure.cause is DecodingError)
        #expect(failure.message == "the item “7” of “dishes” is no Dish: “price” is missing")
        let error = await #expect(throws: FeedError.self) { try await dishes.item("7") }
        #expect(error == failure)
        #expect(try await dishes.count() == 4)
    }

    @Test("says what is wrong with an expression or a name")
    func wrongExpressions() async throws {
        let repository = try await synced()
        func code(
            _ condition: String?, _ order: String? = nil, in name: CollectionName = "dishes"
        ) async -> FeedError.Code? {
            do {
                _ = try await repository.items(in: name, where: condition, order: order)
                return nil
            } catch {
                return (error as? FeedError)?.code
            }
        }
        #expect(await code("price >") == .expression)
        #expect(await code("1); DELETE FROM item; --") == .expression)
        #expect(await code(nil, "weight") == .unknownName)
        #expect(await code("price > 1", in: "drinks") == .unknownName)
        #expect(await code(nil, in: "drinks") == .unknownName)
    }

    @Test("loses nothing by a slip in its manifest, and names the parameter as Swift has it")
    func slip() async throws {
        let repository = try await synced()
        let error = await #expect(throws: FeedError.self) { try await open(id: "number").sync() }
        #expect(error?.code == .manifest)
        let message = error?.message ?? ""
        #expect(message.hasPrefix("manifest: collection “dishes”, id: would leave 0 of the 3 items"), "\(message)")
        #expect(try await repository.itemCount(in: "dishes") == 3)
    }

    @Test("is searched as the prompt searches it, up to a limit")
    func finding() async throws {
        let repository = try await synced()
        let hits = try await repository.find("CRÈME brûLÉE")
        #expect(hits.map(\.item.id) == ["1"] && hits.map(\.field) == ["name"] && hits.map(\.place) == [0])
        #expect(hits.map(\.text) == ["Crème brûlée"] && hits.map(\.collection) == ["dishes"])
        #expect(hits.map(\.section) == ["dishes"])
        #expect(try await repository.find("p", in: "dishes").map(\.item.id) == ["2", "3"])
        #expect(try await repository.find("p", limit: 1).map(\.item.id) == ["2"])
        #expect(try await repository.find("").isEmpty)
        let error = await #expect(throws: FeedError.self) { try await repository.find("p", in: "drinks") }
        #expect(error?.code == .unknownName)
    }

    @Test("tells of each change of its range, and of no other")
    func changing() async throws {
        let repository = try await synced()
        let dishes = repository.list(Dish.self, in: "dishes")
        var seen: [[String]] = []
        for try await items in dishes.changes(at: 0..<2) {
            seen.append(items.values.map(\.name))
            guard seen.count < 2 else { break }
            menu.dishes.withLock { $0[2] = #"{"id":3,"name":"Pasta","price":9}"# }
            try await repository.sync()
            menu.dishes.withLock { $0[1] = #"{"id":2,"name":"Broth","price":5}"# }
            try await repository.sync()
        }
        #expect(seen == [["Crème brûlée", "Soup"], ["Crème brûlée", "Broth"]])
    }
}

import ArgumentParser
import FeedModel
import FeedShell
import FeedSource
import Foundation
import TerminalKit

struct MockAddress: ParsableArguments {
    @Option(
        help: ArgumentHelp("The mock API’s URL; else $FEEDCACHE_MOCK, else http://127.0.0.1:3000.", valueName: "url"))
    var at: String?
}

/// Drives a running mock API by its control endpoints.
struct MockClient {
    private static let standard = "http://127.0.0.1:3000"
    private static let maxBodyBytes = 256 * 1_024 * 1_024
    private static let patience = Duration.seconds(10)

    private let origin: SourceURL.Origin
    private let transport: HTTPTransport

    /// - Throws: `CommandError` where the URL is none.
    init(_ address: MockAddress, in shell: Shell) throws {
        let text = address.at ?? shell.locations.variable("FEEDCACHE_MOCK") ?? Self.standard
        do {
            origin = try SourceURL(text).origin
        } catch {
            throw CommandError(
                .usage, "--at “\(TerminalSanitizer.line(text))” is no URL: \(error.message)",
                advice: "as in \(Self.standard)")
        }
        // It is not reached through a proxy.
        transport = HTTPTransport(maxBodyBytes: Self.maxBodyBytes)
    }

    /// Asks a control endpoint.
    ///
    /// - Parameters:
    ///   - body: nil for a GET.
    ///   - wait: how long the answer may take on purpose.
    ///   - isExpected: whether a status other than 200 is an answer as well.
    /// - Throws: `CommandError` where no mock answers, or it refuses.
    func ask<Value: Decodable>(
        _ path: String, _ query: [(name: String, value: String)] = [], post body: String? = nil,
        wait: Duration = .zero, as type: Value.Type = Value.self, expecting isExpected: (Int) -> Bool = { _ in false }
    ) async throws -> Value {
        let url = try SourceURL("\(origin)/__mock/\(path)").setting(query)
        let request = TransportRequest(
            method: body == nil ? .get : .post, url: url, headers: HeaderFields(), body: body.map { Array($0.utf8) },
            timeout: Self.patience + wait, maxBodyBytes: Self.maxBodyBytes)
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as SourceError {
            throw CommandError(
                .unavailable, "no mock API answers at \(origin): \(error.message)",
                advice: "start one with “feedcache mock serve”, or name it with --at URL")
        }
        guard response.status == 200 || isExpected(response.status) else { throw refusal(response) }
        do {
            return try Self.decoder.decode(Value.self, from: Data(response.body))
        } catch {
            throw noMock
        }
    }

    private func refusal(_ response: TransportResponse) -> CommandError {
        let refusal = try? Self.decoder.decode([String: [String: String]].self, from: Data(response.body))
        guard let message = refusal?["error"]?["message"] else { return noMock }
        return CommandError(.usage, "the mock API refuses: \(TerminalSanitizer.line(message))")
    }

    private var noMock: CommandError {
        CommandError(
            .protocolError, "what answers at \(origin) is no mock API of this version", advice: "name it with --at URL")
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

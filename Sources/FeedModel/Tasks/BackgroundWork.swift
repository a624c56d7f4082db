package import Dispatch

extension DispatchQueue {
    /// Runs what waits for a disk here, so that it blocks no thread that tasks share.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            self.async { continuation.resume(with: Result { try body() }) }
        }
    }
}

extension Result where Failure == any Error {
    package init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

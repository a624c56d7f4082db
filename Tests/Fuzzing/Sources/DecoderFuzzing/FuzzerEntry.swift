import Foundation

/// What libFuzzer calls with each input (llvm.org/docs/LibFuzzer.html). A broken law ends the process, which makes the
/// fuzzer keep the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let decoder = Decoder.chosen else {
        print("FEEDCACHE_FUZZ is one of \(Decoder.allCases.map(\.rawValue).joined(separator: ", "))")
        exit(64)
    }
    if !decoder.holds(for: Array(UnsafeBufferPointer(start: bytes, count: count))) { abort() }
    return 0
}

// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "feedcache", path: "../..")],
    targets: [
        .executableTarget(
            name: "DecoderFuzzing",
            dependencies: [.product(name: "FeedCache", package: "feedcache")],
            // libFuzzer brings the main function.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    ],
    swiftLanguageModes: [.v6]
)

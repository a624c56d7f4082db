// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Performance",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "feedcache", path: "../..")],
    targets: [
        .target(name: "AllocationCounter"),
        .target(name: "IngestFloor", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["AllocationCounter", "IngestFloor", .product(name: "FeedCache", package: "feedcache")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

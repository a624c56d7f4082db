// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Performance",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "feedcache", path: "../..")],
    targets: [
        .target(name: "AllocationCounter"),
        .target(name: "IngestFloor", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "PictureServer"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AllocationCounter", "IngestFloor", "PictureServer", .product(name: "FeedCache", package: "feedcache"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

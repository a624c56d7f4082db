// swift-tools-version: 6.2

import PackageDescription

// An app that sees the products alone, to prove that they are enough.
let package = Package(
    name: "Embedding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "feedcache", path: "../..")],
    targets: [
        .testTarget(
            name: "ReaderTests",
            dependencies: [
                .product(name: "FeedCache", package: "feedcache"), .product(name: "FeedMock", package: "feedcache"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)

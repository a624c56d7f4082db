// swift-tools-version: 6.2

import PackageDescription

// A small app as others write it: it sees the products of feedcache and nothing else.
let package = Package(
    name: "Embedding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "feedcache", path: "../..")],
    targets: [
        .target(name: "Reader", dependencies: ["ViewStandIns", .product(name: "FeedCache", package: "feedcache")]),
        .target(name: "ViewStandIns", dependencies: [.product(name: "FeedCache", package: "feedcache")]),
        .testTarget(
            name: "ReaderTests",
            dependencies: [
                "Reader", "ViewStandIns", .product(name: "FeedCache", package: "feedcache"),
                .product(name: "FeedAssets", package: "feedcache"), .product(name: "FeedMock", package: "feedcache"),
                .product(name: "FeedStream", package: "feedcache"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

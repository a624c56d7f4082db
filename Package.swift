// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "feedcache",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "FeedCache", targets: ["FeedCache"]),
        .library(name: "FeedMock", targets: ["FeedMock"]),
        .executable(name: "feedcache", targets: ["feedcache"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "FeedSchema",
            path: "Schema",
            exclude: ["api"],
            resources: [.embedInCode("migrations")]
        ),
        .target(name: "FeedModel", dependencies: [.product(name: "Collections", package: "swift-collections")]),
        .target(
            name: "FeedStore",
            dependencies: [
                "FeedModel", "FeedSchema", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "FeedSource",
            dependencies: [
                "CZlib", "FeedModel",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(
            name: "FeedCache",
            dependencies: ["FeedModel", "FeedStore", "FeedSource", .product(name: "Logging", package: "swift-log")]
        ),
        .systemLibrary(name: "CZlib"),
        .target(
            name: "FeedMock",
            dependencies: [
                "CZlib",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "TerminalKit", dependencies: ["CEditLine"]),
        .target(
            name: "FeedShell",
            dependencies: [
                "FeedCache", "FeedMock", "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(name: "feedcache", dependencies: ["FeedShell"]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "FeedModelTests", dependencies: ["FeedModel", "TestSupport"]),
        .testTarget(name: "FeedStoreTests", dependencies: ["FeedStore", "TestSupport"]),
        .testTarget(name: "FeedSourceTests", dependencies: ["FeedSource", "TestSupport"]),
        .testTarget(name: "FeedCacheTests", dependencies: ["FeedCache", "FeedMock", "TestSupport"]),
        .testTarget(
            name: "FeedMockTests",
            dependencies: [
                "FeedMock", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(name: "TerminalKitTests", dependencies: ["TerminalKit", "TestSupport"]),
        .testTarget(name: "FeedShellTests", dependencies: ["FeedShell", "TerminalKit", "TestSupport"]),
        .testTarget(
            name: "CrashTests",
            dependencies: [
                "FeedCache", "FeedMock", "TestSupport", .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["DiskFaults/disk_faults.c", "Memory/memory_mark.c"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

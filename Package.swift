// swift-tools-version: 6.2.3

import PackageDescription

let package = Package(
    name: "feedcache",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "FeedCache", targets: ["FeedCache"]),
        .library(name: "FeedAssets", targets: ["FeedAssets"]),
        .library(name: "FeedMock", targets: ["FeedMock"]),
        .library(name: "FeedPreview", targets: ["FeedPreview"]),
        .library(name: "FeedStream", targets: ["FeedStream"]),
        .executable(name: "feedcache", targets: ["feedcache"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its traits, of which it needs none here: SwiftPM names them in any order, so that each second build compiled it.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(
            name: "FeedSchema", dependencies: ["CFeedSchema"], path: "Schema",
            exclude: ["api", "embedded", "migrations", "mirror", "schema.sql"]),
        .target(name: "CFeedSchema", path: "Schema/embedded"),
        .target(name: "FeedModel", dependencies: ["CSHA256"]),
        .target(name: "CSHA256"),
        .target(name: "FeedSlots", dependencies: ["FeedModel"]),
        .target(name: "FeedLab", dependencies: ["FeedModel", "FeedSlots"], exclude: ["Commands"]),
        .target(
            name: "FeedStore",
            dependencies: [
                "FeedModel", "FeedSchema", "FeedSlots",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "FeedSource",
            dependencies: [
                "CZlib", "FeedModel", "FeedSlots",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(
            name: "FeedCache",
            dependencies: [
                "FeedModel", "FeedSlots", "FeedStore", "FeedSource", .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .target(name: "FeedStream", dependencies: ["FeedCache", "FeedModel", "FeedStore"]),
        .target(name: "FeedAssets", dependencies: ["FeedCache", "FeedModel", "FeedSource", "FeedStore"]),
        .systemLibrary(name: "CZlib"),
        .target(
            name: "LocalServer",
            dependencies: [
                "FeedModel",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "FeedMock",
            dependencies: [
                "CZlib", "FeedModel", "LocalServer",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["Commands"]
        ),
        .target(
            name: "FeedPreview",
            dependencies: [
                "CFeedPreviewWeb", "FeedCache", "FeedModel", "FeedSlots", "FeedSource", "FeedStore", "LocalServer",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Commands", "Web"]
        ),
        .target(
            name: "CFeedPreviewWeb", path: "Sources/FeedPreview/Web",
            exclude: ["controls.js", "page.html", "preview.css", "preview.js"]),
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "TerminalKit", dependencies: ["CEditLine"]),
        .target(
            name: "FeedShell",
            dependencies: [
                "FeedCache", "FeedModel", "FeedSchema", "FeedSlots", "FeedSource", "FeedStore", "FeedStream",
                "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "FeedInit",
            dependencies: [
                "FeedCache", "FeedModel", "FeedShell", "FeedSource", "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // The mock and the preview are for apps too, which do not need the shell: their commands are targets of their own.
        .target(
            name: "FeedLabCommands",
            dependencies: [
                "FeedCache", "FeedLab", "FeedModel", "FeedShell", "FeedSlots", "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/FeedLab/Commands"
        ),
        .target(
            name: "FeedMockCommands",
            dependencies: [
                "FeedCache", "FeedMock", "FeedModel", "FeedShell", "FeedSource", "FeedStore", "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Sources/FeedMock/Commands"
        ),
        .target(
            name: "FeedPreviewCommands",
            dependencies: [
                "FeedCache", "FeedModel", "FeedPreview", "FeedShell", "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/FeedPreview/Commands"
        ),
        .executableTarget(
            name: "feedcache",
            dependencies: [
                "FeedAssets", "FeedInit", "FeedLabCommands", "FeedMockCommands", "FeedPreviewCommands", "FeedShell",
            ]),
        .target(name: "TestSupport", dependencies: ["FeedModel", "FeedSource"], path: "Tests/TestSupport"),
        .testTarget(name: "FeedModelTests", dependencies: ["CSHA256", "FeedModel", "TestSupport"]),
        .testTarget(name: "FeedSlotsTests", dependencies: ["FeedModel", "FeedSlots", "TestSupport"]),
        .testTarget(
            name: "FeedLabTests", dependencies: ["FeedLab", "FeedModel", "FeedSlots", "TerminalKit", "TestSupport"]),
        .testTarget(
            name: "FeedStoreTests",
            dependencies: [
                "FeedModel", "FeedSchema", "FeedStore", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "FeedSourceTests",
            dependencies: [
                "FeedModel", "FeedSlots", "FeedSource", "TestSupport",
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
            ]
        ),
        .testTarget(
            name: "FeedAssetsTests",
            dependencies: ["FeedAssets", "FeedCache", "FeedModel", "FeedSource", "FeedStore", "TestSupport"]),
        .testTarget(
            name: "FeedCacheTests",
            dependencies: [
                "FeedCache", "FeedMock", "FeedModel", "FeedSlots", "FeedSource", "FeedStore", "FeedStream",
                "LocalServer",
                "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "FeedStreamTests", dependencies: ["FeedCache", "FeedMock", "FeedStream", "TestSupport"]),
        .testTarget(
            name: "FeedInitTests",
            dependencies: [
                "FeedCache", "FeedInit", "FeedMock", "FeedModel", "FeedSource", "FeedStore", "TestSupport",
            ]
        ),
        .testTarget(
            name: "FeedMockTests",
            dependencies: [
                "CZlib", "FeedMock", "FeedModel", "LocalServer", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "LocalServerTests",
            dependencies: [
                "LocalServer", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "FeedPreviewTests",
            dependencies: [
                "FeedAssets", "FeedCache", "FeedMock", "FeedModel", "FeedPreview", "FeedSchema", "FeedSource",
                "FeedStore", "LocalServer", "TestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "PreviewBrowserTests",
            dependencies: [
                "FeedAssets", "FeedCache", "FeedMock", "FeedModel", "FeedPreview", "FeedSource", "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        .testTarget(name: "TerminalKitTests", dependencies: ["TerminalKit", "TestSupport"]),
        .testTarget(
            name: "FeedShellTests",
            dependencies: [
                "FeedAssets", "FeedCache", "FeedInit", "FeedLab", "FeedMock", "FeedMockCommands", "FeedModel",
                "FeedPreview", "FeedPreviewCommands", "FeedSchema", "FeedShell", "FeedSlots", "FeedSource", "FeedStore",
                "FeedStream", "TerminalKit", "TestSupport", "feedcache",
            ]
        ),
        .testTarget(
            name: "CrashTests",
            dependencies: [
                "FeedCache", "FeedMock", "FeedModel", "FeedSource", "FeedStore", "FeedStream", "TestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Cost/cost_count.c", "DiskFaults/disk_faults.c", "Memory/memory_mark.c"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// What is imported is declared, in each file, and stays inside unless a file says that its own declarations show it.
for target in package.targets where target.type == .regular && !target.name.hasPrefix("C") {
    target.swiftSettings = [
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

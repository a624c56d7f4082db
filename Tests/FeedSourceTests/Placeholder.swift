import Testing
@testable import FeedSource

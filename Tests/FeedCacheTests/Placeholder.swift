import Testing
@testable import FeedCache

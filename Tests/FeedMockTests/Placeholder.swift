import Testing
@testable import FeedMock

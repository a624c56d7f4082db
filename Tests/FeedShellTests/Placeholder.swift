import Testing
@testable import FeedShell

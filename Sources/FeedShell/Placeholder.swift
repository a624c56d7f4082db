import ArgumentParser
import FeedCache
import FeedMock
import CEditLine

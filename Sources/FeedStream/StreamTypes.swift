// The type of a message, by its name; see EngineTypes.swift of FeedCache.

@_exported public import struct FeedModel.FeedMessage

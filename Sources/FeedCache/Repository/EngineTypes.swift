// What the engine says is what an app reads: the public types of the modules below, each by its name. A member that an app is
// to see is declared in the body of its type, since only those are in the symbol graph.

@_exported public import struct FeedModel.AssetReport
@_exported public import struct FeedModel.Changeset
@_exported public import struct FeedModel.CollectionName
@_exported public import enum FeedModel.CollectionOutcome
@_exported public import struct FeedModel.CollectionReport
@_exported public import struct FeedModel.DeliveryReport
@_exported public import struct FeedModel.DetailCounts
@_exported public import struct FeedModel.FeedItem
@_exported public import protocol FeedModel.FeedName
@_exported public import enum FeedModel.FeedRow
@_exported public import struct FeedModel.FeedScreen
@_exported public import struct FeedModel.FeedSection
@_exported public import struct FeedModel.Instant
@_exported public import struct FeedModel.ItemCounts
@_exported public import struct FeedModel.ItemID
@_exported public import struct FeedModel.OffsetPair
@_exported public import struct FeedModel.RowPosition
@_exported public import struct FeedModel.SectionID
@_exported public import struct FeedModel.SectionsReport
@_exported public import struct FeedModel.SyncFailure
@_exported public import enum FeedModel.SyncMode
@_exported public import enum FeedModel.SyncOutcome
@_exported public import struct FeedModel.SyncReport
@_exported public import struct FeedModel.WaitingItems
@_exported public import struct FeedSlots.SlotImpression
@_exported public import struct FeedStore.CollectionStatus
@_exported public import struct FeedStore.CollectionWait
@_exported public import struct FeedStore.ForgetReport
@_exported public import struct FeedStore.PruneOptions
@_exported public import struct FeedStore.PruneReport

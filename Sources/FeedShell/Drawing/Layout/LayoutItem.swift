/// What a layout has to know of an item. What an item does not say, the layout's metrics say for it.
struct LayoutItem: Hashable, Sendable {
    /// The image's height divided by its width. Only finite ratios above 0 count; they are taken as between 1/8 and 8,
    /// so that a mistake in the data cannot fill the screen.
    let imageRatio: Double?
    /// How wide it is if nothing stops it; what `chips` look at.
    let naturalWidth: Double?
    /// How high it is if nothing stops it; what `list` and `ranking` look at.
    let naturalHeight: Double?

    /// An item; all of it may be left out.
    init(imageRatio: Double? = nil, naturalWidth: Double? = nil, naturalHeight: Double? = nil) {
        self.imageRatio = imageRatio
        self.naturalWidth = naturalWidth
        self.naturalHeight = naturalHeight
    }

    /// Its ratio within the limits; 1 where it has none.
    var ratio: Double {
        guard let imageRatio, imageRatio.isFinite, imageRatio > 0 else { return 1 }
        return min(max(imageRatio, 1 / 8), 8)
    }
}

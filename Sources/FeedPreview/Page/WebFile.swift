import CFeedPreviewWeb

/// The files of the page, embedded in the program so that it needs none beside it.
enum WebFile {
    static let page = String(cString: CFeedPreviewPage())
    static let styles = Array(String(cString: CFeedPreviewStyles()).utf8)
    static let script = Array(String(cString: CFeedPreviewScript()).utf8)
    static let controls = Array(String(cString: CFeedPreviewControls()).utf8)
}

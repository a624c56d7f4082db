#include "CFeedPreviewWeb.h"

// C23, which clang knows in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *CFeedPreviewPage(void) {
    static const char text[] = {
#embed "page.html"
        , 0};
    return text;
}

const char *CFeedPreviewStyles(void) {
    static const char text[] = {
#embed "preview.css"
        , 0};
    return text;
}

const char *CFeedPreviewScript(void) {
    static const char text[] = {
#embed "preview.js"
        , 0};
    return text;
}

const char *CFeedPreviewControls(void) {
    static const char text[] = {
#embed "controls.js"
        , 0};
    return text;
}

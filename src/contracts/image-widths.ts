/** Widths in pixels that pictures are made in; a request gets the next larger one. */
export const IMAGE_WIDTHS = [92, 185, 342, 500, 780] as const;

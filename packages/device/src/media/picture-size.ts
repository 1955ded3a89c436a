/** @module The size of a picture. */

/** Width and height, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

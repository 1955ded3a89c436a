/** @module Reads the pixels of a video as it is shown. */

const WIDTH = 32;
const HEIGHT = 24;

/** Shows a track and draws its frames as they are presented. */
export class FrameReader {
  readonly #video = document.createElement('video');
  readonly #canvas = document.createElement('canvas');

  constructor(track: MediaStreamTrack) {
    Object.assign(this.#canvas, { width: WIDTH, height: HEIGHT });
    Object.assign(this.#video, { muted: true, playsInline: true });
    this.#video.srcObject = new MediaStream([track]);
    document.body.append(this.#video);
  }

  /** The size that the decoder found. */
  get size(): { readonly width: number; readonly height: number } {
    return { width: this.#video.videoWidth, height: this.#video.videoHeight };
  }

  /** The brightness of each point of the next frame that is presented. */
  async next(): Promise<number[]> {
    await this.#video.play();
    await new Promise((resolve) => this.#video.requestVideoFrameCallback(resolve));
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no 2d context');
    context.drawImage(this.#video, 0, 0, WIDTH, HEIGHT);
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    return Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3);
      return Math.round((red + green + blue) / 3);
    });
  }
}

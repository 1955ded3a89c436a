/** @module What a device can show or play: a source of encoded frames that any number of viewers share. */

/** How a source's frames are encoded, in the words of SDP. */
export interface MediaCodec {
  readonly kind: 'audio' | 'video';
  /** The encoding name of the RTP payload format. */
  readonly name: 'H264' | 'opus';
  /** Ticks of the RTP clock in a second. */
  readonly clockRate: number;
  readonly channels?: number;
  /** The format's `a=fmtp` parameters. */
  readonly parameters: string;
}

/** One encoded frame: an H.264 access unit with start codes, or one Opus packet. */
export interface MediaFrame {
  readonly data: Uint8Array;
  /** When it is meant to be seen or heard, on the source's own clock, in milliseconds. It only ever grows. */
  readonly timeMs: number;
  /** Whether a decoder can start here. Every frame of sound is one. */
  readonly isKeyframe: boolean;
}

/** Takes the frames of a source. */
export type Viewer = (frame: MediaFrame) => void;

/** One viewer's hold on a source. */
export interface Subscription {
  /** The viewer lost the picture: gives it one again as soon as possible. */
  refresh(): void;
  /** Takes the viewer off; again does nothing. */
  close(): void;
}

/** A source of frames. It runs once however many watch, from the first viewer to the last. */
export interface MediaSource {
  readonly codec: MediaCodec;
  /** Adds a viewer; a viewer of a source that runs gets a picture at once. */
  subscribe(viewer: Viewer): Subscription;
}

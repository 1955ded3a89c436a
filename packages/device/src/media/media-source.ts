/** @module What a device can show or play: a source of encoded frames that any number of viewers share. */

/** The encoding name of an RTP payload format. */
export type MediaCodecName = 'H264' | 'H265' | 'VP8' | 'VP9' | 'AV1' | 'opus' | 'PCMU' | 'PCMA';

/** How frames are encoded, in the words of SDP. */
export interface MediaCodec {
  readonly kind: 'audio' | 'video';
  readonly name: MediaCodecName;
  /** Ticks of the RTP clock in a second. */
  readonly clockRate: number;
  readonly channels?: number;
  /** The format's `a=fmtp` parameters. */
  readonly parameters: string;
}

/** One encoded frame. */
export interface MediaFrame {
  /**
   * H.264 and H.265: an access unit with start codes. VP8 and VP9: a frame. AV1: a temporal unit of OBUs that name their
   * size. Opus and PCMU: what one packet carries. Empty when there are `payloads`.
   */
  readonly data: Uint8Array;
  /** When it is meant to be seen or heard, on the steady clock that all sources share, in milliseconds. It only ever grows. */
  readonly timeMs: number;
  /** Whether a decoder can start here. Every frame of sound is one. */
  readonly isKeyframe: boolean;
  /** The payloads of its RTP packets, where they come ready-made. */
  readonly payloads?: readonly Uint8Array[];
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

/** Whether a source has frames to give. The message is a sentence for people, without secrets. */
export type SourceHealth =
  | { readonly kind: 'ok' }
  | { readonly kind: 'failing'; readonly message: string }
  /** There is none, and that is no fault: a camera without a microphone. */
  | { readonly kind: 'absent'; readonly message: string };

/** A source of frames. It runs once however many watch, from the first viewer to the last. */
export interface MediaSource {
  readonly kind: 'audio' | 'video';
  /** What it can be sent as, preferred first; empty until it has been reached for the first time. */
  readonly codecs: readonly MediaCodec[];
  readonly health: SourceHealth;
  /** The codecs or the health have changed. Returns what takes the listener off again. */
  on(event: 'change', listener: () => void): () => void;
  /** Adds a viewer of one of the codecs; a viewer of a source that runs gets a picture at once. */
  subscribe(viewer: Viewer, codec: MediaCodec): Subscription;
}

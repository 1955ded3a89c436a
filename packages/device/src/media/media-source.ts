/** @module The interface of media sources: encoded frames that any number of viewers share. */
import type { ViewerLine } from './ladder/viewer-line.ts';
import type { PictureSize } from './picture-size.ts';

/** The encoding name of an RTP payload format. */
export type MediaCodecName = 'H264' | 'H265' | 'VP8' | 'VP9' | 'AV1' | 'opus' | 'PCMU' | 'PCMA';

/** How frames are encoded, in SDP terms. */
export interface MediaCodec {
  readonly kind: 'audio' | 'video';
  readonly name: MediaCodecName;
  /** Ticks of the RTP clock per second. */
  readonly clockRate: number;
  readonly channels?: number;
  /** The format's `a=fmtp` parameters. */
  readonly parameters: string;
}

/** One encoded frame. */
export interface MediaFrame {
  /**
   * H.264 and H.265: an access unit with start codes. VP8 and VP9: a frame. AV1: a temporal unit whose OBUs have size
   * fields. Opus and PCMU: the payload of one packet. Empty if `payloads` is set. Must not be changed afterwards: it is stored and sent again.
   */
  readonly data: Uint8Array;
  /** Presentation time on the steady clock that all sources share, in milliseconds. Always increases. */
  readonly timeMs: number;
  /** Whether a decoder can start here; true for every audio frame. */
  readonly isKeyframe: boolean;
  /** Whether frames before this keyframe that have not arrived are of no use any more. */
  readonly isRestart?: boolean;
  /** The payloads of its RTP packets, if the source has received them as RTP. */
  readonly payloads?: readonly Uint8Array[];
}

/** Receives the frames of a source. */
export type Viewer = (frame: MediaFrame) => void;

/** Options of {@link Subscription.refresh}. */
export interface RefreshOptions {
  /** Stored frames are sent again only if they are not more than this; otherwise the viewer waits for the source's next keyframe. */
  readonly maxBytes?: number;
}

/** One viewer's subscription to a source. */
export interface Subscription {
  /** Sends the viewer a keyframe as soon as possible, because it has lost the picture. */
  refresh(options?: RefreshOptions): void;
  /** Removes the viewer. Idempotent. */
  close(): void;
}

/** Whether a source has frames. The message is a sentence for users, without secrets. */
export type SourceHealth =
  /** The note is a sentence for the owner: something is wrong with the settings that does not keep the source from working. */
  | { readonly kind: 'ok'; readonly note?: string }
  | { readonly kind: 'failing'; readonly message: string }
  /** The source does not exist, which is no fault: a camera without a microphone. */
  | { readonly kind: 'absent'; readonly message: string };

/** A source of frames. It runs once for all viewers, from the first to the last. */
export interface MediaSource {
  readonly kind: 'audio' | 'video';
  /** Available codecs, preferred first; empty until the source has been reached for the first time. */
  readonly codecs: readonly MediaCodec[];
  readonly health: SourceHealth;
  /** The size of its pictures, if known. */
  readonly size?: PictureSize | undefined;
  /** Whether the device encodes its pictures, so that it should run only if nothing else serves a viewer. */
  readonly isCostly?: boolean;
  /** Emitted when the codecs or the health change. Returns a function that removes the listener. */
  on(event: 'change', listener: () => void): () => void;
  /** Starts to produce frames for a short time, because a viewer is likely to come. */
  prepare?(): void;
  /**
   * Adds a viewer of one of the codecs. If the source is running, the viewer gets a picture immediately. A source with several levels
   * follows the viewer's line.
   */
  subscribe(viewer: Viewer, codec: MediaCodec, line?: ViewerLine): Subscription;
}

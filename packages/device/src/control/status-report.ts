/** @module The status of a running device, as data. */
import type { SourceHealth } from '../media/media-source.ts';

/** Whether the device is attached to its service. */
export interface AttachmentReport {
  readonly state: 'attached' | 'detached';
  /** ISO 8601. */
  readonly since: string;
  /** Why not, in words. */
  readonly reason?: string;
}

/** One connected client. */
export interface SessionReport {
  readonly id: string;
  /** The user; missing for an anonymous session. */
  readonly username?: string;
  readonly role?: string;
  readonly connectedAt: string;
  readonly watching: readonly string[];
}

/** One track of a camera. */
export interface TrackReport {
  readonly trackId: string;
  readonly kind: 'audio' | 'video';
  /** `absent`: the camera has no such track. */
  readonly health: SourceHealth['kind'];
  /** Why it fails or is absent, in words. */
  readonly message?: string;
  readonly codecs: readonly string[];
  readonly viewers: number;
}

/** One stream service. */
export interface StreamReport {
  readonly port: number;
  readonly name: string;
  readonly service: string;
}

/** The output of `status`. */
export interface StatusReport {
  readonly productId: string;
  readonly deviceId: string;
  readonly fingerprint: string;
  readonly service: string;
  readonly attachment: AttachmentReport;
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  readonly sessions: readonly SessionReport[];
  readonly tracks: readonly TrackReport[];
  readonly streams: readonly StreamReport[];
}

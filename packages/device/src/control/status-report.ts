/** @module How a running device is doing, as data. */
import type { SourceHealth } from '../media/media-source.ts';

/** Whether the service is reached. */
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
  /** Nobody unless given. */
  readonly username?: string;
  readonly role?: string;
  readonly connectedAt: string;
  readonly watching: readonly string[];
}

/** One track of a camera. */
export interface TrackReport {
  readonly trackId: string;
  readonly kind: 'audio' | 'video';
  /** `absent`: the camera has none. */
  readonly health: SourceHealth['kind'];
  /** Why it fails, or what there is none of, in words. */
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

/** Everything that `status` tells. */
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

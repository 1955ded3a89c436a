/** @module Media of a fake peer connection: names without pictures. */
import { CountedTarget } from '../counted-target.ts';
import type { Direction } from './fake-sdp.ts';

/** A track that carries nothing. */
export class FakeTrack extends CountedTarget {
  readonly kind: string;
  readonly id: string = crypto.randomUUID();
  enabled = true;
  readyState: 'live' | 'ended' = 'live';

  constructor(kind: string) {
    super();
    this.kind = kind;
  }

  stop(): void {
    this.readyState = 'ended';
  }
}

/** A pair of sender and receiver, tied to an m-line once it was negotiated. */
export class FakeTransceiver {
  mid: string | null = null;
  direction: Direction;
  /** The mid was assigned by a description that is not settled, and goes with a rollback. */
  isPending = true;
  /** A track event was fired for it. */
  isAnnounced = false;
  readonly kind: string;
  readonly sender: { track: FakeTrack | null };
  readonly receiver: { readonly track: FakeTrack };

  constructor(kind: string, direction: Direction, track: FakeTrack | null = null) {
    this.kind = kind;
    this.direction = direction;
    this.sender = { track };
    this.receiver = { track: new FakeTrack(kind) };
  }
}

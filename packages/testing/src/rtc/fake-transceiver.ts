/** @module Media of a fake peer connection: tracks have ids, but no media. */
import { CountedTarget } from '../counted-target.ts';
import type { Direction } from './fake-sdp.ts';
import type { FakeDtlsTransport } from './fake-transports.ts';

/** A track without media. */
export class FakeTrack extends CountedTarget {
  readonly kind: string;
  readonly id: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';

  constructor(kind: string, id: string = crypto.randomUUID()) {
    super();
    this.kind = kind;
    this.id = id;
  }

  stop(): void {
    this.readyState = 'ended';
  }
}

/** The sending half: its track can be replaced without negotiating. */
export class FakeSender {
  track: FakeTrack | null;
  /** Null before it is negotiated. */
  transport: FakeDtlsTransport | null = null;

  constructor(track: FakeTrack | null) {
    this.track = track;
  }

  async replaceTrack(track: FakeTrack | null): Promise<void> {
    this.track = track;
  }
}

/** A sender and a receiver, tied to an m-line once negotiated. */
export class FakeTransceiver {
  mid: string | null = null;
  /** The last negotiated direction. */
  currentDirection: Direction | null = null;
  /** Whether `direction` has changed since it was negotiated. */
  isRedirected = false;
  /** Called when `direction` changes. */
  onDirection: () => void = () => undefined;
  #direction: Direction;
  /** The mid was assigned by a pending description, and a rollback removes it. */
  isPending = true;
  /** Whether a track event was fired for it. */
  isAnnounced = false;
  readonly kind: string;
  readonly sender: FakeSender;
  readonly receiver: {
    readonly track: FakeTrack | MediaStreamTrack;
    transport: FakeDtlsTransport | null;
  };
  /** A track of the browser, which the other side receives unchanged. */
  media: MediaStreamTrack | undefined;

  constructor(
    kind: string,
    direction: Direction,
    track: FakeTrack | null = null,
    received: FakeTrack | MediaStreamTrack = new FakeTrack(kind),
  ) {
    this.kind = kind;
    this.#direction = direction;
    this.sender = new FakeSender(track);
    this.receiver = { track: received, transport: null };
  }

  get direction(): Direction {
    return this.#direction;
  }

  set direction(direction: Direction) {
    if (direction === this.#direction) return;
    this.#direction = direction;
    this.isRedirected = true;
    this.onDirection();
  }

  /** Whether its direction includes sending, even without a track. */
  get wantsToSend(): boolean {
    return this.#direction === 'sendrecv' || this.#direction === 'sendonly';
  }
}

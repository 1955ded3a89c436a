/** @module What is remembered from one connection to the next: ICE servers, and what it took to connect. */
import type { IceServer, Logger } from '@longwire/protocol';
import { flag, integerUpTo, listOf, maybe, objectOf, parseShape } from '@longwire/protocol/base';
import { iceServerShape, iceServersFromTurnReply } from '@longwire/protocol/signaling';

/** Where notes are kept; an application may keep them over page loads. They hold TURN credentials, which are good for minutes. */
export interface TurnMemory {
  /** What was kept under a key; whatever is not a note is taken for none. */
  get(key: string): unknown;
  /** Keeps a note, which is plain JSON; forgets it when there is none. */
  set(key: string, note: ConnectNote | undefined): void;
  /** A name of the network that this browser is in, where one can be told. */
  network?(): string;
}

/** What was learned of one device in one network, or of one service. */
export interface ConnectNote {
  readonly iceServers?: readonly IceServer[];
  /** When the servers' credentials end, in milliseconds since 1970. */
  readonly untilMs?: number;
  /** Only the servers that the service named have led to the device. */
  readonly needsServers?: boolean;
  /** The service takes one step at a time. */
  readonly isClassic?: boolean;
  /** The service takes messages while its socket opens, and is far enough away for that to be worth it; false where that was lost on the way. */
  readonly isEarly?: boolean;
}

/** Most notes kept in memory. Reason: a page has a handful of devices; the oldest goes first. */
export const MAX_NOTES = 64;

/** A memory that lasts as long as the page. */
export function createTurnMemory(): TurnMemory {
  const notes = new Map<string, ConnectNote>();
  return {
    get: (key) => notes.get(key),
    set(key, note) {
      notes.delete(key);
      if (note === undefined) return;
      notes.set(key, note);
      const [oldest] = notes.keys();
      if (notes.size > MAX_NOTES && oldest !== undefined) notes.delete(oldest);
    },
  };
}

/** Credentials have to be good for so much longer to be used, in milliseconds: gathering and connecting take some of it. */
const MARGIN_MS = 30_000;

/** What a book is made from. */
export interface ConnectBookOptions {
  readonly memory: TurnMemory;
  readonly url: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The notes about one device at one service. */
export class ConnectBook {
  readonly #options: ConnectBookOptions;

  constructor(options: ConnectBookOptions) {
    this.#options = options;
  }

  /** Servers from before whose credentials are still good. */
  get freshServers(): readonly IceServer[] | undefined {
    const { iceServers, untilMs = 0 } = this.#read(this.#deviceKey());
    return untilMs - MARGIN_MS > this.#options.now() ? iceServers : undefined;
  }

  /** Whether the servers that the service names are needed in this network. */
  get needsServers(): boolean {
    return this.#read(this.#deviceKey()).needsServers ?? false;
  }

  get isClassic(): boolean {
    return this.#read(this.#serviceKey()).isClassic ?? false;
  }

  get isEarly(): boolean | undefined {
    return this.#read(this.#serviceKey()).isEarly;
  }

  /** Keeps the servers of a connection that was made. */
  noteServers(
    iceServers: readonly IceServer[],
    expiryOf: (servers: readonly IceServer[], nowMs: number) => number,
    needsServers: boolean = this.needsServers,
  ): void {
    const untilMs = expiryOf(iceServers, this.#options.now());
    this.#write(this.#deviceKey(), { iceServers, untilMs, needsServers });
  }

  /** The kept servers led nowhere. */
  forgetServers(): void {
    const { needsServers } = this;
    this.#write(this.#deviceKey(), needsServers ? { needsServers } : undefined);
  }

  noteClassic(): void {
    this.#write(this.#serviceKey(), { isClassic: true });
  }

  /** Undefined forgets it. What takes one step at a time stays that. */
  noteEarly(isEarly?: boolean): void {
    if (!this.isClassic) this.#write(this.#serviceKey(), isEarly === undefined ? isEarly : { isEarly });
  }

  #deviceKey(): string {
    const { memory, url, productId, deviceId } = this.#options;
    return JSON.stringify(['device', memory.network?.() ?? '', url, productId, deviceId]);
  }

  #serviceKey(): string {
    return JSON.stringify(['service', this.#options.url]);
  }

  #read(key: string): ConnectNote {
    const { memory, logger } = this.#options;
    try {
      return parseNote(memory.get(key));
    } catch (error) {
      logger.warn('memory.read', { error });
      return {};
    }
  }

  #write(key: string, note: ConnectNote | undefined): void {
    const { memory, logger } = this.#options;
    try {
      memory.set(key, note);
    } catch (error) {
      logger.warn('memory.write', { error });
    }
  }
}

const noteShape = objectOf<ConnectNote>({
  iceServers: maybe(listOf(iceServerShape)),
  untilMs: maybe(integerUpTo(Number.MAX_SAFE_INTEGER)),
  needsServers: maybe(flag),
  isClassic: maybe(flag),
  isEarly: maybe(flag),
});

/** Takes what has the shape of a note; servers that no browser would take are left out. */
function parseNote(value: unknown): ConnectNote {
  const note = parseShape(noteShape, value, 'note');
  if (!note.ok) return {};
  const { iceServers, ...rest } = note.value;
  return iceServers === undefined
    ? rest
    : { ...rest, iceServers: iceServersFromTurnReply({ iceServers: [...iceServers] }, []) };
}

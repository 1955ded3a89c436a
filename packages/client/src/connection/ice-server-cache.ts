/** @module What connections remember for the next one: ICE servers, and which handshake worked. */
import type { Clock, IceServer, Logger } from '@longwire/protocol';
import { flag, integerUpTo, listOf, maybe, objectOf, parseShape } from '@longwire/protocol/base';
import { iceServerShape, iceServersFromTurnReply } from '@longwire/protocol/signaling';

/** Stores notes; an application may keep them across page loads. They contain TURN credentials, which are valid for minutes. */
export interface IceServerCache {
  /** The note stored under a key; anything else is ignored. */
  get(key: string): unknown;
  /** Stores a note, which is plain JSON; removes it if undefined. */
  set(key: string, note: ConnectNote | undefined): void;
  /** A name for the network that this browser is in, if known. */
  network?(): string;
}

/** What was learned about one device in one network, or about one service. */
export interface ConnectNote {
  /** The ICE servers that the service named; absent beside `untilMs` if it named none, so that the application's apply. */
  readonly iceServers?: readonly IceServer[];
  /** When the servers' credentials expire, in milliseconds since 1970. */
  readonly untilMs?: number;
  /** Only the servers that the service named lead to the device. */
  readonly needsServers?: boolean;
  /** The service needs the sequential handshake. */
  readonly isSequential?: boolean;
  /**
   * The service accepts messages while its socket opens, and is far enough away for that to help; false if they were
   * lost on the way.
   */
  readonly isEarly?: boolean;
}

/** Most notes kept in memory. Reason: a page has a handful of devices; the oldest is dropped first. */
export const MAX_NOTES = 64;

/** A cache that lasts as long as the page. */
export function createIceServerCache(): IceServerCache {
  const notes = new Map<string, ConnectNote>();
  return {
    get(key) {
      const note = notes.get(key);
      // What is read becomes the newest: each connection reads the note about its service.
      if (note !== undefined && notes.delete(key)) notes.set(key, note);
      return note;
    },
    set(key, note) {
      notes.delete(key);
      if (note === undefined) return;
      notes.set(key, note);
      const [oldest] = notes.keys();
      if (notes.size > MAX_NOTES && oldest !== undefined) notes.delete(oldest);
    },
  };
}

/** Stored credentials must be valid for at least this long, in milliseconds: gathering and connecting take some of it. */
const MARGIN_MS = 30_000;

/** Options of {@link ConnectCache}. */
export interface ConnectCacheOptions {
  readonly memory: IceServerCache;
  readonly url: string;
  readonly productId: string;
  readonly deviceId: string;
  /** The application's servers, which apply if the service names none. */
  readonly defaults: readonly IceServer[];
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The notes about one device at one service. */
export class ConnectCache {
  readonly #options: ConnectCacheOptions;

  constructor(options: ConnectCacheOptions) {
    this.#options = options;
  }

  /** Stored servers whose credentials are still valid; the application's if the service named none. */
  get freshServers(): readonly IceServer[] | undefined {
    const { clock, defaults } = this.#options;
    const { iceServers = defaults, untilMs = 0 } = this.#read(this.#deviceKey());
    return untilMs - MARGIN_MS > clock.wall() ? iceServers : undefined;
  }

  /** Whether this network needs the servers that the service names. */
  get needsServers(): boolean {
    return this.#read(this.#deviceKey()).needsServers ?? false;
  }

  get isSequential(): boolean {
    return this.#read(this.#serviceKey()).isSequential ?? false;
  }

  get isEarly(): boolean | undefined {
    return this.#read(this.#serviceKey()).isEarly;
  }

  /** Stores the servers of a connection that succeeded. */
  rememberServers(
    iceServers: readonly IceServer[],
    expiryOf: (servers: readonly IceServer[], nowMs: number) => number,
    needsServers: boolean = this.needsServers,
  ): void {
    const { clock, defaults } = this.#options;
    const isNamed = JSON.stringify(iceServers) !== JSON.stringify(defaults);
    const untilMs = expiryOf(iceServers, clock.wall());
    this.#write(this.#deviceKey(), { ...(isNamed && { iceServers }), untilMs, needsServers });
  }

  /** Drops stored servers that did not lead to the device. */
  forgetServers(): void {
    const { needsServers } = this;
    this.#write(this.#deviceKey(), needsServers ? { needsServers } : undefined);
  }

  rememberSequential(): void {
    this.#write(this.#serviceKey(), { isSequential: true });
  }

  /** Undefined drops it. A service that needs the sequential handshake stays marked. */
  rememberEarly(isEarly?: boolean): void {
    if (!this.isSequential) this.#write(this.#serviceKey(), isEarly === undefined ? isEarly : { isEarly });
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
      logger.warn('ice-server-cache.read-failed', { error });
      return {};
    }
  }

  #write(key: string, note: ConnectNote | undefined): void {
    const { memory, logger } = this.#options;
    try {
      memory.set(key, note);
    } catch (error) {
      logger.warn('ice-server-cache.write-failed', { error });
    }
  }
}

const noteShape = objectOf<ConnectNote>({
  iceServers: maybe(listOf(iceServerShape)),
  untilMs: maybe(integerUpTo(Number.MAX_SAFE_INTEGER)),
  needsServers: maybe(flag),
  isSequential: maybe(flag),
  isEarly: maybe(flag),
});

/** Validates a note; drops servers that browsers would refuse. */
function parseNote(value: unknown): ConnectNote {
  const note = parseShape(noteShape, value, 'note');
  if (!note.ok) return {};
  const { iceServers, ...rest } = note.value;
  return iceServers === undefined
    ? rest
    : { ...rest, iceServers: iceServersFromTurnReply({ iceServers: [...iceServers] }, []) };
}

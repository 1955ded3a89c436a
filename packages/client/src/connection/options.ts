/** @module What a connection is made with, checked once, with every platform global as a default. */
import type { IceServer, Logger, LoginMessage, RandomBytes } from '@longwire/protocol';
import { EdgeError, redactingLogger, silentLogger, specError } from '@longwire/protocol/base';
import { signalingUrl } from '@longwire/protocol/signaling';
import { checkTimeLimit } from '../request/check-time-limit.ts';
import type { Handshake } from '../signaling/signaling-line.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import { specPolicy, type ClosePolicy } from './close-policy.ts';
import { ConnectBook, createTurnMemory, type TurnMemory } from './turn-memory.ts';

/** The options of a connection to one device. */
export interface ConnectionOptions {
  /** `ws://` or `wss://`, with or without a trailing slash. */
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  /** The connection token; exactly one of `sct` and `jwt`. */
  readonly sct?: string | undefined;
  readonly jwt?: string | undefined;
  /**
   * Used at once, before the service was asked, and for good when the service names no servers at all. Unless given, connecting waits
   * for the service's answer the first time, and one public STUN server is used when it names none.
   */
  readonly iceServers?: readonly RTCIceServer[] | undefined;
  /** `relay` connects by TURN servers alone, which hides this browser's addresses from the device; `all` unless given. */
  readonly iceTransportPolicy?: RTCIceTransportPolicy | undefined;
  /** An ECDSA P-256 certificate that the device may know this browser by; made anew unless given. */
  readonly certificate?: RTCCertificate | undefined;
  /**
   * `pipelined` sends login, turn request and offer in one go, and falls back where the service does not take that; `sequential` waits
   * for each answer, and uses nothing that was remembered. `pipelined` unless given.
   */
  readonly handshake?: Handshake | undefined;
  /** Where ICE servers and what it took to connect are remembered; in memory unless given. */
  readonly turnMemory?: TurnMemory | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Where log lines go; nowhere unless given. Secrets never reach it. */
  readonly logger?: Logger | undefined;
  /** What ends the connection; SPEC.md section 4 unless given. */
  readonly closePolicy?: ClosePolicy | undefined;
  /** Which attempt of its session this connection is, for `trace`; 1 unless given. */
  readonly attempt?: number | undefined;
  readonly WebSocket?: typeof WebSocket | undefined;
  readonly RTCPeerConnection?: typeof RTCPeerConnection | undefined;
  readonly crypto?: CryptoSource | undefined;
  readonly clock?: Clock | undefined;
}

/** The part of WebCrypto that is used; `subtle` is missing in a page without a secure context. */
export interface CryptoSource {
  readonly subtle?: SubtleCrypto | undefined;
  getRandomValues(array: Uint8Array<ArrayBuffer>): unknown;
}

/** The default ICE server: a public STUN server, which only ever learns this browser's address. */
export const DEFAULT_ICE_SERVER: IceServer = { urls: ['stun:stun.l.google.com:19302'] };

/** How long connecting may take, in milliseconds: ICE gives up after about 30 s by itself. */
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** How long an answer may take, in milliseconds (PROTOCOL.md section 5). */
export const DEFAULT_REQUEST_TIMEOUT_MS = 10_000;

/** Options with nothing left open. */
export interface ResolvedOptions {
  readonly url: string;
  readonly login: LoginMessage;
  readonly iceServers: readonly IceServer[];
  /** Those that the application gave. */
  readonly ownIceServers: readonly IceServer[] | undefined;
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  readonly handshake: Handshake;
  readonly book: ConnectBook;
  readonly certificate: RTCCertificate | undefined;
  readonly connectTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly logger: Logger;
  readonly closePolicy: ClosePolicy;
  readonly attempt: number;
  readonly WebSocket: typeof WebSocket;
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly clock: Clock;
  readonly subtle: SubtleCrypto | undefined;
  readonly randomBytes: RandomBytes;
}

/** Checks the options. @throws EdgeError ERR_MISSING_OPTIONS, ERR_SIGNALING_URL, ERR_REQUEST_INVALID */
export function resolveOptions(options: ConnectionOptions): ResolvedOptions {
  const { connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS, requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS } =
    options;
  const login = loginOf(options);
  checkTimeLimit('connectTimeoutMs', connectTimeoutMs);
  checkTimeLimit('requestTimeoutMs', requestTimeoutMs);
  const source: CryptoSource = options.crypto ?? globalThis.crypto;
  const url = signalingUrl(options.signalingServerUrl);
  const logger = redactingLogger(options.logger ?? silentLogger, { errorMessages: 'keep' });
  const ownIceServers = options.iceServers?.map(normalizeIceServer);
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  return {
    url,
    login,
    iceServers: ownIceServers ?? [DEFAULT_ICE_SERVER],
    ownIceServers,
    handshake: options.handshake ?? 'pipelined',
    book: new ConnectBook({
      memory: options.turnMemory ?? memoryOf(Socket),
      url,
      productId: login.productId,
      deviceId: login.deviceId,
      logger,
      now: Date.now,
    }),
    iceTransportPolicy: options.iceTransportPolicy ?? 'all',
    certificate: options.certificate,
    connectTimeoutMs,
    requestTimeoutMs,
    logger,
    closePolicy: options.closePolicy ?? specPolicy,
    attempt: options.attempt ?? 1,
    WebSocket: Socket,
    RTCPeerConnection: options.RTCPeerConnection ?? globalThis.RTCPeerConnection,
    clock: options.clock ?? systemClock,
    subtle: source.subtle,
    randomBytes: (length) => {
      const bytes = new Uint8Array(length);
      source.getRandomValues(bytes);
      return bytes;
    },
  };
}

const memories = new WeakMap<typeof WebSocket, TurnMemory>();

/** One memory for all connections over the same class of socket: in a page, all of them. */
function memoryOf(Socket: typeof WebSocket): TurnMemory {
  const memory = memories.get(Socket) ?? createTurnMemory();
  memories.set(Socket, memory);
  return memory;
}

function loginOf({ signalingServerUrl, productId, deviceId, sct, jwt }: ConnectionOptions): LoginMessage {
  if (!signalingServerUrl || !productId || !deviceId) throw specError('ERR_MISSING_OPTIONS');
  if (sct && jwt) throw new EdgeError('ERR_MISSING_OPTIONS', 'exactly one of sct and jwt expected, got both');
  if (sct) return { kind: 'login', productId, deviceId, sct };
  if (jwt) return { kind: 'login', productId, deviceId, jwt };
  throw specError('ERR_MISSING_OPTIONS');
}

function normalizeIceServer({ urls, username, credential }: RTCIceServer): IceServer {
  return {
    urls: typeof urls === 'string' ? [urls] : [...urls],
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  };
}

/** @module The options of a connection, validated once, with every platform global as a default. */
import type { Clock, IceServer, Logger, LoginMessage, RandomBytes } from '@longwire/protocol';
import { EdgeError, redactingLogger, silentLogger } from '@longwire/protocol/base';
import { signalingUrl } from '@longwire/protocol/signaling';
import { checkTimeLimit } from '../request/check-time-limit.ts';
import type { Handshake } from '../signaling/peer-signaling.ts';
import { systemClock } from '../time/system-clock.ts';
import { specPolicy, type ClosePolicy } from './close-policy.ts';
import { createStoredIceServerCache } from './stored-cache.ts';
import { ConnectCache, createIceServerCache, type IceServerCache } from './ice-server-cache.ts';

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
   * Used at once, before the service is asked, and for good if the service names no servers. By default, those that
   * the service names are used, and one public STUN server if it names none.
   */
  readonly iceServers?: readonly RTCIceServer[] | undefined;
  /** `relay` connects through TURN servers only, which hides this browser's addresses from the device; default `all`. */
  readonly iceTransportPolicy?: RTCIceTransportPolicy | undefined;
  /** An ECDSA P-256 certificate by which the device may recognise this browser; default: a new one. */
  readonly certificate?: RTCCertificate | undefined;
  /**
   * `pipelined` sends login, turn request and offer together, and falls back if the service does not support that;
   * `sequential` waits for each answer, and uses no stored information. Default `pipelined`.
   */
  readonly handshake?: Handshake | undefined;
  /** Where ICE servers and the handshake that worked are stored; default: in memory, and what contains no credentials in `localStorage`. */
  readonly iceServerCache?: IceServerCache | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Receives log lines; default: none. Secrets never reach it. */
  readonly logger?: Logger | undefined;
  /** What ends the connection; default: SPEC.md section 4. */
  readonly closePolicy?: ClosePolicy | undefined;
  /** The number of this connection within its session, for `trace`; default 1. */
  readonly attempt?: number | undefined;
  readonly WebSocket?: typeof WebSocket | undefined;
  readonly RTCPeerConnection?: typeof RTCPeerConnection | undefined;
  readonly crypto?: CryptoSource | undefined;
  readonly clock?: Clock | undefined;
}

/** The part of WebCrypto that is used; `subtle` is missing in a page that is not a secure context. */
export interface CryptoSource {
  readonly subtle?: SubtleCrypto | undefined;
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

/** The default ICE server: a public STUN server, which only learns this browser's address. */
export const DEFAULT_ICE_SERVER: IceServer = { urls: ['stun:stun.l.google.com:19302'] };

/** Time limit of connecting, in milliseconds: ICE gives up after about 30 s by itself. */
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** Time limit of an answer, in milliseconds (PROTOCOL.md section 5). */
export const DEFAULT_REQUEST_TIMEOUT_MS = 10_000;

/** Options with all defaults filled in. */
export interface ResolvedOptions {
  readonly url: string;
  readonly login: LoginMessage;
  readonly iceServers: readonly IceServer[];
  /** The ICE servers that the application passed. */
  readonly ownIceServers: readonly IceServer[] | undefined;
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  readonly handshake: Handshake;
  readonly cache: ConnectCache;
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

/** Validates the options. @throws EdgeError ERR_MISSING_OPTIONS, ERR_SIGNALING_URL, ERR_REQUEST_INVALID */
export function resolveOptions(options: ConnectionOptions): ResolvedOptions {
  const {
    connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS,
    requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
    clock = systemClock,
  } = options;
  const login = loginOf(options);
  checkTimeLimit('connectTimeoutMs', connectTimeoutMs);
  checkTimeLimit('requestTimeoutMs', requestTimeoutMs);
  const source: CryptoSource = options.crypto ?? globalThis.crypto;
  const url = signalingUrl(options.signalingServerUrl);
  const logger = redactingLogger(options.logger ?? silentLogger, { errorMessages: 'keep' });
  const ownIceServers = options.iceServers?.map(normalizeIceServer);
  const iceServers = ownIceServers ?? [DEFAULT_ICE_SERVER];
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  return {
    url,
    login,
    iceServers,
    ownIceServers,
    handshake: options.handshake ?? 'pipelined',
    cache: new ConnectCache({
      memory: options.iceServerCache ?? memoryOf(Socket),
      url,
      productId: login.productId,
      deviceId: login.deviceId,
      defaults: iceServers,
      logger,
      clock,
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
    clock,
    subtle: source.subtle,
    randomBytes: (length) => source.getRandomValues(new Uint8Array(length)),
  };
}

const memories = new WeakMap<typeof WebSocket, IceServerCache>();

/** One cache for all connections with the same socket class: in a page, all of them. Only real ones outlast it. */
function memoryOf(Socket: typeof WebSocket): IceServerCache {
  const memory = memories.get(Socket) ?? createCache(Socket === globalThis.WebSocket);
  memories.set(Socket, memory);
  return memory;
}

function createCache(isLasting: boolean): IceServerCache {
  try {
    if (isLasting && globalThis.localStorage) return createStoredIceServerCache(globalThis.localStorage);
  } catch {
    // Browsers throw in pages that may store nothing.
  }
  return createIceServerCache();
}

/** What connections and sessions require; a session's token may be a function. */
interface RequiredOptions {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct?: unknown;
  readonly jwt?: unknown;
}

/** Throws for required options that are absent or empty, and for two tokens. @throws EdgeError ERR_MISSING_OPTIONS */
export function checkRequired({ signalingServerUrl, productId, deviceId, sct, jwt }: RequiredOptions): void {
  const required: Readonly<Record<string, unknown>> = {
    signalingServerUrl,
    productId,
    deviceId,
    'sct or jwt': !sct !== !jwt,
  };
  const missing = Object.keys(required)
    .filter((name) => !required[name])
    .join();
  if (missing) throw new EdgeError('ERR_MISSING_OPTIONS', `Missing connection options: ${missing}`);
}

function loginOf(options: ConnectionOptions): LoginMessage {
  checkRequired(options);
  const { productId, deviceId, sct, jwt = '' } = options;
  return { kind: 'login', productId, deviceId, ...(sct ? { sct } : { jwt }) };
}

function normalizeIceServer({ urls, username, credential }: RTCIceServer): IceServer {
  return {
    urls: typeof urls === 'string' ? [urls] : [...urls],
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  };
}

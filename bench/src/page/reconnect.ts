/** @module A session that loses its connection, and one whose network changes: how long until it answers again. */
import {
  createSession,
  type ConnectionOptions,
  type NetworkPort,
  type Session,
  type SessionOptions,
  type SessionState,
} from '@longwire/client';
import { connectMs } from './slow-connect.ts';
import { timed } from './repeat.ts';

declare global {
  interface Window {
    /** Gives the machine of this browser another address; answers whether the browser can see it. */
    changeAddress(): Promise<boolean>;
  }
}

/** Longer than ICE takes to give a connection up. */
const PATIENT_MS = 60_000;

/** How long ICE is disconnected before it has failed; a session's grace is longer, in milliseconds. */
const IN_DOUBT_MS = 1000;

/** Between two looks at the browser's addresses, in milliseconds. */
const LOOK_MS = 100;

/** A peer connection that can say of ICE what it says when packets stop to come. */
class LosablePeer extends RTCPeerConnection {
  static newest: LosablePeer | undefined;
  #told: RTCIceConnectionState | undefined;

  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    LosablePeer.newest = this;
  }

  override get iceConnectionState(): RTCIceConnectionState {
    return this.#told ?? super.iceConnectionState;
  }

  tell(state: RTCIceConnectionState): void {
    this.#told = state;
    this.dispatchEvent(new Event('iceconnectionstatechange'));
  }
}

/** Of a change of the network, in milliseconds. */
export interface NetworkChange {
  /** From the change to the answer of a request that was made right after it. */
  readonly answeredMs: number;
  /** From the change to the session's first try, and until the browser has a candidate of the new address. */
  readonly detectedMs: number;
}

/** A session that never waits before a try. */
async function start(options: ConnectionOptions, given: Partial<SessionOptions> = {}): Promise<Session> {
  const { sct = '', ...rest } = options;
  const session = createSession({ ...rest, sct, random: () => 0, ...given });
  await session.ready();
  return session;
}

async function until(session: Session, isIt: (state: SessionState) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = session.on('statechange', (state) => void (isIt(state) && resolve()));
  await promise;
  stop();
}

/** Milliseconds from the end of a session's connection to ready over the next. */
export interface Reconnects {
  /** ICE was disconnected, then failed: from there. */
  readonly givenUp: number[];
  /** The connection ended without a warning. */
  readonly closed: number[];
  /** A sequential connect(), beside them. */
  readonly sequential: number[];
}

/** Loses a session's first connection; milliseconds until it is ready again. */
async function readyAfter(
  options: ConnectionOptions,
  lose: (session: Session) => Promise<() => void>,
): Promise<number> {
  const session = await start(options, { RTCPeerConnection: LosablePeer });
  const ready = until(session, ({ kind }) => kind === 'ready');
  const loseNow = await lose(session);
  const elapsedMs = await timed(async () => {
    loseNow();
    await ready;
  });
  await session.end();
  return elapsedMs;
}

async function giveUp(): Promise<() => void> {
  const lost = LosablePeer.newest;
  lost?.tell('disconnected');
  await new Promise((resolve) => setTimeout(resolve, IN_DOUBT_MS));
  return () => lost?.tell('failed');
}

async function close(session: Session): Promise<() => void> {
  return () => void session.connection?.close();
}

/** All take turns, so that a slow moment of the machine meets all. */
export async function reconnectTimes(options: ConnectionOptions, times: number): Promise<Reconnects> {
  const samples: Reconnects = { givenUp: [], closed: [], sequential: [] };
  // The first is not counted: it loads code.
  await readyAfter(options, close);
  for (let round = 0; round < times; round += 1) {
    samples.sequential.push(await connectMs({ ...options, handshake: 'sequential' }, false));
    samples.closed.push(await readyAfter(options, close));
    samples.givenUp.push(await readyAfter(options, giveUp));
  }
  return samples;
}

/** A browser that tells of every change of the network; Chromium does so where it goes to another kind of network. */
class ToldNetwork implements NetworkPort {
  readonly isOnline = true;
  readonly #told = new EventTarget();

  watch(listener: (hint: 'changed') => void): () => void {
    const tell = (): void => listener('changed');
    this.#told.addEventListener('change', tell);
    return () => this.#told.removeEventListener('change', tell);
  }

  tell(): void {
    this.#told.dispatchEvent(new Event('change'));
  }
}

/** Tells each address that a peer connection made now would use; it ends with the answer. */
function ownAddresses(tell: (address: string) => void): () => void {
  const peer = new RTCPeerConnection();
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (typeof candidate?.address === 'string') tell(candidate.address);
  });
  peer.createDataChannel('any');
  void peer.setLocalDescription();
  return () => peer.close();
}

/** Looks until there is an address that is none of these; Chromium tells its peer connections of another one late, and nothing leads anywhere before. */
async function anotherAddress(before: readonly string[]): Promise<string> {
  const { promise: found, resolve } = Promise.withResolvers<string>();
  const looks: (() => void)[] = [];
  const look = (): void =>
    void looks.push(ownAddresses((address) => void (before.includes(address) || resolve(address))));
  look();
  const timer = setInterval(look, LOOK_MS);
  const address = await found;
  clearInterval(timer);
  for (const end of looks) end();
  return address;
}

/** Changes the network under a session that has just been used. */
async function changeNetwork(session: Session, tell: () => void): Promise<NetworkChange> {
  await session.request('GET', '/reading');
  const before = await anotherAddress([]);
  const tried = until(session, ({ attempt, nextTryMs }) => attempt !== undefined && nextTryMs === undefined);
  const isSeen = await window.changeAddress();
  const started = performance.now();
  tell();
  const seen = isSeen ? anotherAddress([before]) : undefined;
  const detected = Promise.all([tried, seen]).then(() => performance.now() - started);
  await session.request('GET', '/reading', { timeoutMs: PATIENT_MS });
  const answeredMs = performance.now() - started;
  return { answeredMs, detectedMs: await detected };
}

/** What changes of the network cost a session, beside connect() from the new address, in milliseconds. */
export async function networkChangeTimes(
  options: ConnectionOptions,
  { isTold, times }: { readonly isTold: boolean; readonly times: number },
): Promise<{ changes: NetworkChange[]; connects: number[] }> {
  const network = isTold ? new ToldNetwork() : undefined;
  const session = await start(options, network && { network });
  const [changes, connects]: [NetworkChange[], number[]] = [[], []];
  for (let round = 0; round < times; round += 1) {
    changes.push(await changeNetwork(session, () => network?.tell()));
    connects.push(await connectMs(options, false));
  }
  await session.end();
  return { changes, connects };
}

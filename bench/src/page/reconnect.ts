/** @module A session that loses its connection or changes its network: how long until it answers again. */
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
    /** Gives the browser's machine another address. Returns whether the browser can see the new address. */
    changeAddress(): Promise<boolean>;
  }
}

/** Longer than ICE needs to declare a connection failed, in milliseconds. */
const PATIENT_MS = 60_000;

/** How long ICE is disconnected before it fails, in milliseconds; shorter than a session's grace period. */
const IN_DOUBT_MS = 1000;

/** Interval between checks of the browser's addresses, in milliseconds. */
const LOOK_MS = 100;

/** A peer connection whose ICE state a measurement can set, as if packets stopped arriving. */
class LosablePeer extends RTCPeerConnection {
  static newest: LosablePeer | undefined;
  #forcedState: RTCIceConnectionState | undefined;

  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    LosablePeer.newest = this;
  }

  override get iceConnectionState(): RTCIceConnectionState {
    return this.#forcedState ?? super.iceConnectionState;
  }

  tell(state: RTCIceConnectionState): void {
    this.#forcedState = state;
    this.dispatchEvent(new Event('iceconnectionstatechange'));
  }
}

/** Times after a change of network, in milliseconds. */
export interface NetworkChange {
  /** From the change to the answer of a request made right after it. */
  readonly answeredMs: number;
  /** From the change to the session's first attempt, and until the browser has a candidate with the new address. */
  readonly detectedMs: number;
}

/** A session without a back-off delay. */
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

/** Milliseconds from the loss of a session's connection to ready over the next one. */
export interface Reconnects {
  /** ICE was disconnected, then failed; measured from the failure. */
  readonly givenUp: number[];
  /** The connection ended without a warning. */
  readonly closed: number[];
  /** A sequential connect(), for comparison. */
  readonly sequential: number[];
}

/** Loses a session's first connection. Returns the milliseconds until it is ready again. */
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

/** All variants alternate, so that a slow moment of the machine affects each of them. */
export async function reconnectTimes(options: ConnectionOptions, times: number): Promise<Reconnects> {
  const samples: Reconnects = { givenUp: [], closed: [], sequential: [] };
  // The first one is not counted: it loads code.
  await readyAfter(options, close);
  for (let round = 0; round < times; round += 1) {
    samples.sequential.push(await connectMs({ ...options, handshake: 'sequential' }, false));
    samples.closed.push(await readyAfter(options, close));
    samples.givenUp.push(await readyAfter(options, giveUp));
  }
  return samples;
}

/** Reports changes of the network, as Chromium does when it switches to another kind of network. */
class SimulatedNetwork implements NetworkPort {
  readonly isOnline = true;
  readonly #changes = new EventTarget();

  watch(listener: (hint: 'changed') => void): () => void {
    const tell = (): void => listener('changed');
    this.#changes.addEventListener('change', tell);
    return () => this.#changes.removeEventListener('change', tell);
  }

  tell(): void {
    this.#changes.dispatchEvent(new Event('change'));
  }
}

/** Reports each address that a new peer connection would use. Returns a function that stops it. */
function ownAddresses(tell: (address: string) => void): () => void {
  const peer = new RTCPeerConnection();
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (typeof candidate?.address === 'string') tell(candidate.address);
  });
  peer.createDataChannel('any');
  void peer.setLocalDescription();
  return () => peer.close();
}

/** Polls until the browser has an address outside `before`; Chromium's peer connections see a new address late, and cannot use it earlier. */
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

/** Changes the network of a session that has just been used. */
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

/** The cost of a network change for a session, beside connect() from the new address, in milliseconds. */
export async function networkChangeTimes(
  options: ConnectionOptions,
  { isReported, times }: { readonly isReported: boolean; readonly times: number },
): Promise<{ changes: NetworkChange[]; connects: number[] }> {
  const network = isReported ? new SimulatedNetwork() : undefined;
  const session = await start(options, network && { network });
  const [changes, connects]: [NetworkChange[], number[]] = [[], []];
  for (let round = 0; round < times; round += 1) {
    changes.push(await changeNetwork(session, () => network?.tell()));
    connects.push(await connectMs(options, false));
  }
  await session.end();
  return { changes, connects };
}

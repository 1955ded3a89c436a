/** @module A session that loses its connection, and one whose network changes: how long until it answers again. */
import {
  createSession,
  type ConnectionOptions,
  type NetworkPort,
  type Session,
  type SessionState,
} from '@longwire/client';
import { connectMs } from './slow-connect.ts';
import { repeat, timed } from './repeat.ts';

declare global {
  interface Window {
    /** Gives the machine of this browser another address. */
    changeAddress(): Promise<void>;
  }
}

/** Longer than ICE takes to give a connection up. */
const PATIENT_MS = 60_000;

/** Of a change of the network, in milliseconds. */
export interface NetworkChange {
  /** From the change to the answer of a request that was made right after it. */
  readonly answeredMs: number;
  /** From the change to the session's first try. */
  readonly detectedMs: number;
}

/** A session that never waits before a try. */
async function start(options: ConnectionOptions, network?: NetworkPort): Promise<Session> {
  const { sct = '', ...rest } = options;
  const session = createSession({ ...rest, sct, random: () => 0, ...(network && { network }) });
  await session.ready();
  return session;
}

async function until(session: Session, isIt: (state: SessionState) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = session.on('statechange', (state) => void (isIt(state) && resolve()));
  await promise;
  stop();
}

/** Milliseconds from the end of a session's connection to ready over the next, and of a sequential connect(), in turns. */
export async function reconnectTimes(
  options: ConnectionOptions,
  times: number,
): Promise<{ reconnects: number[]; sequential: number[] }> {
  const session = await start(options);
  const samples = { reconnects: [] as number[], sequential: [] as number[] };
  const reconnect = async (): Promise<number> =>
    await timed(async () => {
      const ready = until(session, ({ kind }) => kind === 'ready');
      await session.connection?.close();
      await ready;
    });
  // The first is not counted: it loads code.
  await repeat(1, reconnect);
  for (let round = 0; round < times; round += 1) {
    samples.sequential.push(await connectMs({ ...options, handshake: 'sequential' }, false));
    samples.reconnects.push(await reconnect());
  }
  await session.end();
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

/** Changes the network under a session that has just been used. */
async function changeNetwork(session: Session, tell: () => void): Promise<NetworkChange> {
  await session.request('GET', '/reading');
  let detectedMs = Number.NaN;
  const tried = until(session, ({ attempt, nextTryMs }) => attempt !== undefined && nextTryMs === undefined);
  await window.changeAddress();
  const started = performance.now();
  tell();
  const detected = tried.then(() => void (detectedMs = performance.now() - started));
  await session.request('GET', '/reading', { timeoutMs: PATIENT_MS });
  const answeredMs = performance.now() - started;
  await detected;
  return { answeredMs, detectedMs };
}

/** What changes of the network cost a session, beside connect() from the new address, in milliseconds. */
export async function networkChangeTimes(
  options: ConnectionOptions,
  { isTold, times }: { readonly isTold: boolean; readonly times: number },
): Promise<{ changes: NetworkChange[]; connects: number[] }> {
  const network = isTold ? new ToldNetwork() : undefined;
  const session = await start(options, network);
  const [changes, connects]: [NetworkChange[], number[]] = [[], []];
  for (let round = 0; round < times; round += 1) {
    changes.push(await changeNetwork(session, () => network?.tell()));
    connects.push(await connectMs(options, false));
  }
  await session.end();
  return { changes, connects };
}

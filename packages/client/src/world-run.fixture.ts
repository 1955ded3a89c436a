/** @module Test fixture: a fake world in which anything happens in any order, and the calls that were made meanwhile. */
import { EdgeError, ERROR_CODES } from '@longwire/protocol';
import type { FakeDevice, FakePeerConnection, FakeWorld, Heal } from '@longwire/testing';

/** A call and its outcome: `pending`, `fulfilled`, or the code of its error. */
interface Call {
  readonly name: string;
  outcome: unknown;
}

/** How a call may end. */
const OUTCOMES: ReadonlySet<unknown> = new Set([
  'fulfilled',
  ...ERROR_CODES.filter((code) => code !== 'ERR_STATE'),
]);

/** Longer than every time limit, and the longest wait before an attempt. */
const ENOUGH_MS = 200_000;
const STEP_MS = 500;
/** Microtasks that one step may take. */
const STEP_TURNS = 60;

/** A world, and what a test did in it. */
export class WorldRun {
  readonly world: FakeWorld;
  readonly calls: Call[] = [];
  readonly heals: Heal[] = [];
  readonly aborts: AbortController[] = [];
  readonly #devices: FakeDevice[] = [];

  /** The devices answer everything but `/silent`. */
  constructor(world: FakeWorld, features: readonly string[]) {
    this.world = world;
    world.prepare = (device) => this.#prepare(device, features);
  }

  /** The device's end of the newest connection, if it is open. */
  get device(): FakeDevice | undefined {
    const device = this.#devices.at(-1);
    return device?.pc.connectionState === 'closed' ? undefined : device;
  }

  /** The newest peer connection of the client, if it is open. */
  get peer(): FakePeerConnection | undefined {
    const peer = this.#peers.at(-1);
    return peer?.connectionState === 'closed' ? undefined : peer;
  }

  get #peers(): readonly FakePeerConnection[] {
    const devices = new Set(this.#devices.map(({ pc }) => pc));
    return this.world.network.all.filter((each) => !devices.has(each));
  }

  /** Records how a call ends. */
  call(name: string, promise: Promise<unknown>): void {
    const call: Call = { name, outcome: 'pending' };
    this.calls.push(call);
    promise.then(
      () => (call.outcome = 'fulfilled'),
      (error: unknown) => (call.outcome = error instanceof EdgeError ? error.code : error),
    );
  }

  /** A signal that a later `abort` aborts. */
  signal(): AbortSignal {
    const abort = new AbortController();
    this.aborts.push(abort);
    return abort.signal;
  }

  /** Lets the browser report in the end that the peers of this moment answer nothing (RFC 7675, section 5.1). */
  expireConsent(): void {
    const peers = this.#peers.filter(({ connectionState }) => connectionState !== 'closed');
    this.heals.push(() => {
      for (const peer of peers) if (peer.connectionState !== 'closed') peer.forceIceState('failed');
    });
  }

  /** Ends everything that was wrong. */
  heal(): void {
    for (const heal of this.heals.splice(0)) heal();
    this.world.isReachable = true;
    this.world.isDeviceAttached = true;
  }

  /** Lets more time pass than anything waits. */
  async passTime(): Promise<void> {
    for (let passedMs = 0; passedMs < ENOUGH_MS; passedMs += STEP_MS) {
      this.world.clock.advance(STEP_MS);
      for (let turn = 0; turn < STEP_TURNS; turn += 1) await Promise.resolve();
    }
    await this.world.settled();
  }

  /** The calls that wait although nothing else happens; an observation may. */
  *pending(): Generator<string> {
    for (const { name, outcome } of this.calls)
      if (outcome === 'pending' && name !== 'observe') yield `${name} is pending`;
  }

  /** What is not right once everything has ended. */
  *left(): Generator<string> {
    for (const { name, outcome } of this.calls)
      if (!OUTCOMES.has(outcome)) yield `${name} ends with ${String(outcome)}`;
    for (const [what, count] of Object.entries(this.world.leftovers))
      if (count !== 0) yield `${count} ${what} left`;
  }

  #prepare(device: FakeDevice, features: readonly string[]): void {
    const { resources } = device;
    this.#devices.push(device);
    device.features = features;
    resources.otherwise = () => ({ statusCode: 205, contentFormat: 0, payload: new Uint8Array([1]) });
    resources.observable.add('/watched');
    resources.on('GET /silent', () => undefined);
    resources.on('POST /webrtc/quality', { statusCode: 204 });
    resources.on('POST /webrtc/tracks', () => {
      device.addTrack('video', 'frontdoor-video');
      void device.offer();
      return { statusCode: 201 };
    });
  }
}

/** Something that happens in a world, or that an application does. */
export type Happening<Run> = readonly [name: string, happen: (run: Run) => unknown];

/** The transitions between states that are not allowed. */
export function* wrongSteps<State extends string>(
  states: readonly State[],
  allowed: Readonly<Record<State, readonly State[]>>,
): Generator<string> {
  for (const [index, state] of states.entries()) {
    const before = states[index - 1];
    if (before !== undefined && !allowed[before].includes(state)) yield `${before} becomes ${state}`;
  }
}

const pass = (ms: number): Happening<WorldRun> => [`${ms} ms pass`, ({ world }) => world.clock.advance(ms)];

const turns = (count: number): Happening<WorldRun> => [
  `${count} microtasks`,
  async () => {
    for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
  },
];

const socketCloses = (code: number): Happening<WorldRun> => [
  `signaling closes with ${code}`,
  ({ world }) => world.sockets.all.at(-1)?.serverClose(code),
];

const iceIs = (state: RTCIceConnectionState): Happening<WorldRun> => [
  `ICE ${state}`,
  ({ peer }) => peer?.forceIceState(state),
];

const fault = (name: string, start: (world: FakeWorld) => Heal): Happening<WorldRun> => [
  name,
  ({ world, heals }) => heals.push(start(world)),
];

/** Time and microtasks. */
export const TIME: readonly Happening<WorldRun>[] = [
  ...[0, 5, 400, 600, 2600, 4100, 11_000, 16_000].map((ms) => pass(ms)),
  ...[0, 1, 2, 4, 7, 12, 30, 60, 500, 500].map((count) => turns(count)),
];

/** What the network, the service and the device do. */
export const OUTSIDE: readonly Happening<WorldRun>[] = [
  ...(['failed', 'disconnected', 'connected'] as const).map((state) => iceIs(state)),
  ...[1000, 1012, 4002, 4003, 4010].map((code) => socketCloses(code)),
  ['signaling fails', ({ world }) => world.sockets.all.at(-1)?.serverFail()],
  ['signaling falls silent', ({ world }) => world.sockets.all.at(-1)?.silence()],
  ['the login is answered again', ({ world }) => world.sockets.all.at(-1)?.serverSend('{"type":21}')],
  ['an offer is requested', ({ world }) => world.sockets.all.at(-1)?.serverSend('{"type":5}')],
  [
    'the peer connection falls silent',
    (run) => {
      run.device?.pc.silence();
      run.expireConsent();
    },
  ],
  ['the device closes the request channel', ({ device }) => device?.channel?.close()],
  ['the request channel breaks', ({ peer }) => peer?.channels.find(({ label }) => label === 'coap')?.break()],
  ['the device closes the peer connection', ({ device }) => device?.pc.close()],
  ['the device offers', ({ device }) => void device?.offer()],
  ['the device notifies', ({ device }) => void device?.coapWs?.notify('/watched')],
  ['glare', ({ world }) => world.faults.glare()],
  fault('half of signaling is lost', ({ faults }) => faults.drop({ line: 'signaling' }, 0.5)),
  fault('half of the requests is lost', ({ faults }) => faults.drop({ line: 'coap' }, 0.5)),
  fault('everything is late', ({ faults }) => faults.delay(700)),
  fault('signaling is out of order', ({ faults }) => faults.reorder(300, { line: 'signaling' })),
  fault('the service is away', ({ faults }) => faults.serviceAway(1006)),
  fault('the service is busy', ({ faults }) => faults.serviceAway(1013)),
  [
    'the device is away',
    (run) => {
      run.heals.push(run.world.faults.deviceAway());
      run.expireConsent();
    },
  ],
  ['faults heal', (run) => run.heal()],
  ['the device detaches', ({ world }) => void (world.isDeviceAttached = false)],
  ['the device attaches', ({ world }) => void (world.isDeviceAttached = true)],
  ['sockets stay connecting', ({ world }) => void (world.isReachable = false)],
  ['the machine sleeps', ({ world }) => world.clock.sleep(100_000)],
  ['calls are aborted', ({ aborts }) => aborts.splice(0).forEach((abort) => abort.abort())],
];

/** @module Test fixture: a session, the calls made on it, and everything that can happen to it. */
import { EdgeError } from '@longwire/protocol';
import { asTrack, FakeTrack, type FakeDevice, type FakePeerConnection, type Heal } from '@longwire/testing';
import { startRig, type SessionRig } from './session-rig.fixture.ts';
import type { SentTrack } from './tracks/local-tracks.ts';
import type { WatchedTrack } from './tracks/session-tracks.ts';

/** A call and its outcome: `pending`, `fulfilled`, or the code of its error. */
export interface Call {
  readonly name: string;
  outcome: unknown;
}

/** What the application's token function does. */
type TokenFunction = 'good' | 'failing' | 'hanging';

/** A session, and what a test did with it. */
export class SessionRun {
  readonly calls: Call[] = [];
  readonly heals: Heal[] = [];
  readonly watched: WatchedTrack[] = [];
  readonly sent: SentTrack[] = [];
  readonly aborts: AbortController[] = [];
  tokens: TokenFunction = 'good';
  readonly #devices: FakeDevice[] = [];
  #rig: SessionRig | undefined;

  /** Starts a session with devices that answer everything but `/silent`. */
  static async start(features: readonly string[]): Promise<SessionRun> {
    const run = new SessionRun();
    run.#rig = await startRig({
      sct: () => run.#token(),
      prepare: (device) => run.#prepare(device, features),
    });
    return run;
  }

  get rig(): SessionRig {
    if (this.#rig === undefined) throw new Error('the run has not started');
    return this.#rig;
  }

  /** The device's end of the newest connection, if it is open. */
  get device(): FakeDevice | undefined {
    const device = this.#devices.at(-1);
    return device?.pc.connectionState === 'closed' ? undefined : device;
  }

  /** The newest peer connection of the client, if it is open. */
  get peer(): FakePeerConnection | undefined {
    const devices = new Set(this.#devices.map(({ pc }) => pc));
    const peer = this.rig.world.network.all.findLast((each) => !devices.has(each));
    return peer?.connectionState === 'closed' ? undefined : peer;
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

  /** Ends everything that was wrong. */
  heal(): void {
    for (const heal of this.heals.splice(0)) heal();
    this.rig.world.isReachable = true;
    this.rig.world.isDeviceAttached = true;
    this.tokens = 'good';
  }

  async #token(): Promise<string> {
    if (this.tokens === 'failing') throw new Error('no token');
    return this.tokens === 'good' ? 'sct' : new Promise<string>(() => undefined);
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

/** Something that happens to a session, or that its application does. */
export type Happening = readonly [name: string, happen: (run: SessionRun) => unknown];

const pass = (ms: number): Happening => [`${ms} ms pass`, ({ rig }) => rig.world.clock.advance(ms)];

const turns = (count: number): Happening => [
  `${count} microtasks`,
  async () => {
    for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
  },
];

const socketCloses = (code: number): Happening => [
  `signaling closes with ${code}`,
  ({ rig }) => rig.world.sockets.all.at(-1)?.serverClose(code),
];

const fault = (name: string, start: (run: SessionRun) => Heal): Happening => [
  name,
  (run) => run.heals.push(start(run)),
];

const LINES: readonly Happening[] = [
  ...(['failed', 'disconnected', 'connected'] as const).map((state): Happening => [
    `ICE ${state}`,
    ({ peer }) => peer?.forceIceState(state),
  ]),
  ...[1000, 1012, 4002, 4003, 4010].map((code) => socketCloses(code)),
  ['signaling fails', ({ rig }) => rig.world.sockets.all.at(-1)?.serverFail()],
  ['signaling falls silent', ({ rig }) => rig.world.sockets.all.at(-1)?.silence()],
  ['the peer connection falls silent', ({ device }) => device?.pc.silence()],
  ['the device closes the request channel', ({ device }) => device?.channel?.close()],
  ['the request channel breaks', ({ device }) => device?.channel?.break()],
  ['the device closes the peer connection', ({ device }) => device?.pc.close()],
  ['the device offers', ({ device }) => void device?.offer()],
  ['glare', ({ rig }) => rig.world.faults.glare()],
  fault('half of signaling is lost', ({ rig }) => rig.world.faults.drop({ line: 'signaling' }, 0.5)),
  fault('half of the requests is lost', ({ rig }) => rig.world.faults.drop({ line: 'coap' }, 0.5)),
  fault('everything is late', ({ rig }) => rig.world.faults.delay(700)),
  fault('signaling is out of order', ({ rig }) => rig.world.faults.reorder(300, { line: 'signaling' })),
  fault('the service is away', ({ rig }) => rig.world.faults.serviceAway(1006)),
  fault('the service is busy', ({ rig }) => rig.world.faults.serviceAway(1013)),
  fault('the device is away', ({ rig }) => rig.world.faults.deviceAway()),
  ['faults heal', (run) => run.heal()],
  ['the device detaches', ({ rig }) => void (rig.world.isDeviceAttached = false)],
  ['the device attaches', ({ rig }) => void (rig.world.isDeviceAttached = true)],
  ['sockets stay connecting', ({ rig }) => void (rig.world.isReachable = false)],
  ['the token function fails', (run) => void (run.tokens = 'failing')],
  ['the token function hangs', (run) => void (run.tokens = 'hanging')],
  ...(['online', 'woke', 'changed'] as const).map((hint): Happening => [
    `network hint ${hint}`,
    ({ rig }) => rig.network.emit(hint),
  ]),
  ['the machine sleeps', ({ rig }) => rig.world.clock.sleep(100_000)],
];

const CALLS: readonly Happening[] = [
  ['retryNow', ({ rig }) => rig.session.retryNow()],
  ['ready', (run) => run.call('ready', run.rig.session.ready())],
  ['GET', (run) => run.call('GET', run.rig.session.request('GET', '/x'))],
  ['GET without answer', (run) => run.call('GET', run.rig.session.request('GET', '/silent'))],
  ['POST', (run) => run.call('POST', run.rig.session.request('POST', '/x', { payload: 'a' }))],
  [
    'PUT of a large payload',
    (run) => {
      const options = { payload: new Uint8Array(30_000), isIdempotent: true };
      run.call('PUT', run.rig.session.request('PUT', '/x', options));
    },
  ],
  [
    'GET with a signal',
    (run) => {
      const abort = new AbortController();
      run.aborts.push(abort);
      run.call('GET', run.rig.session.request('GET', '/silent', { signal: abort.signal }));
    },
  ],
  ['abort', ({ aborts }) => aborts.splice(0).forEach((abort) => abort.abort())],
  ['observe', (run) => run.call('observe', readThree(run))],
  ['notify', ({ device }) => void device?.coapWs?.notify('/watched')],
  ['stream', (run) => run.call('stream', writeAndAbort(run))],
  ['list tracks', (run) => run.call('list', run.rig.session.tracks.list())],
  ['watch', ({ rig, watched }) => watched.push(rig.session.tracks.watch('frontdoor-video'))],
  ['shownSize', ({ watched }) => watched.forEach((each) => (each.shownSize = { width: 10, height: 10 }))],
  ['retry a track', ({ watched }) => watched.at(-1)?.retry()],
  ['release a track', ({ watched }) => watched.pop()?.release()],
  [
    'send a track',
    ({ rig, sent }) => {
      if (rig.session.state.kind === 'ended') return;
      sent.push(rig.session.tracks.send(asTrack(new FakeTrack('audio')), 'mic'));
    },
  ],
  ['remove a track', ({ sent }) => void sent.pop()?.remove()],
  [
    'create a channel',
    ({ rig }) => {
      if (rig.session.connection !== undefined) rig.session.createDataChannel('own');
    },
  ],
  ['listen to stats', ({ rig }) => rig.session.on('stats', () => undefined)],
  ['listen to silence', ({ rig }) => rig.session.on('silence', () => undefined)],
];

/** Everything that can happen; time and microtasks pass between most of it. */
export const HAPPENINGS: readonly Happening[] = [
  ...LINES,
  ...CALLS,
  ...[0, 5, 400, 600, 2600, 4100, 11_000, 16_000].map((ms) => pass(ms)),
  ...[0, 1, 2, 4, 7, 12, 30, 60].map((count) => turns(count)),
];

async function readThree({ rig }: SessionRun): Promise<void> {
  const values = rig.session.observe('/watched');
  for (let count = 0; count < 3; count += 1) await values.next();
  await values.return?.();
}

async function writeAndAbort({ rig }: SessionRun): Promise<void> {
  const stream = await rig.session.streams.open(22);
  await stream.writable.abort();
}

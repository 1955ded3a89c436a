/** @module Test fixture: a session, and everything that its application and its platform can do. */
import { asTrack, FakeTrack } from '@longwire/testing';
import { OUTSIDE, TIME, WorldRun, type Happening } from '../world-run.fixture.ts';
import { startRig, type SessionRig } from './session-rig.fixture.ts';
import type { SentTrack } from './tracks/local-tracks.ts';
import type { WatchedTrack } from './tracks/session-tracks.ts';

/** What the application's token function does. */
type TokenFunction = 'good' | 'failing' | 'hanging';

/** A session in a world. */
export class SessionRun extends WorldRun {
  readonly rig: SessionRig;
  readonly watched: WatchedTrack[] = [];
  readonly sent: SentTrack[] = [];
  readonly #app: { tokens: TokenFunction };

  private constructor(rig: SessionRig, features: readonly string[], app: { tokens: TokenFunction }) {
    super(rig.world, features);
    this.rig = rig;
    this.#app = app;
  }

  /** Starts a session; its first attempt has not opened a socket yet. */
  static async start(features: readonly string[]): Promise<SessionRun> {
    const app: { tokens: TokenFunction } = { tokens: 'good' };
    const sct = async (): Promise<string> => {
      if (app.tokens === 'failing') throw new Error('no token');
      return app.tokens === 'good' ? 'sct' : new Promise<string>(() => undefined);
    };
    return new SessionRun(await startRig({ sct }), features, app);
  }

  set tokens(tokens: TokenFunction) {
    this.#app.tokens = tokens;
  }

  override heal(): void {
    super.heal();
    this.tokens = 'good';
  }
}

const CALLS: readonly Happening<SessionRun>[] = [
  ['the token function fails', (run) => (run.tokens = 'failing')],
  ['the token function hangs', (run) => (run.tokens = 'hanging')],
  ...(['online', 'woke', 'changed'] as const).map((hint): Happening<SessionRun> => [
    `network hint ${hint}`,
    ({ rig }) => rig.network.emit(hint),
  ]),
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
    (run) => run.call('GET', run.rig.session.request('GET', '/silent', { signal: run.signal() })),
  ],
  ['observe', (run) => run.call('observe', readThree(run))],
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

/** Everything that can happen to a session. */
export const HAPPENINGS: readonly Happening<SessionRun>[] = [...TIME, ...OUTSIDE, ...CALLS];

async function readThree({ rig }: SessionRun): Promise<void> {
  const values = rig.session.observe('/watched');
  for (let count = 0; count < 3; count += 1) await values.next();
  await values.return?.();
}

async function writeAndAbort({ rig }: SessionRun): Promise<void> {
  const stream = await rig.session.streams.open(22);
  await stream.writable.abort();
}

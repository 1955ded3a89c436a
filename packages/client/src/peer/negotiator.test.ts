/** @module Perfect negotiation on the client's side: glare, early candidates, one operation at a time, no trickle. */
import {
  silentLogger,
  type EdgeError,
  type LogFields,
  type Metadata,
  type RelayedMessage,
} from '@longwire/protocol';
import {
  asPeerConnection,
  FakeRtcNetwork,
  ManualClock,
  type FakePeerConnection,
  type FakeRtcOptions,
} from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { MAX_EARLY_CANDIDATES } from './early-candidates.ts';
import { NegotiatedFeatures } from './negotiated-features.ts';
import { CANDIDATE_PATIENCE_MS, HEAD_START_MS } from './gathering.ts';
import type { LateServers } from './late-servers.ts';
import { MAX_WAITING_MESSAGES, Negotiator } from './negotiator.ts';
import { SentTracks } from './sent-tracks.ts';
import { requireOneTransport } from './shared-transport.ts';
import { TrackRegistry } from './track-registry.ts';

interface Rig {
  readonly pc: FakePeerConnection;
  readonly other: FakePeerConnection;
  readonly negotiator: Negotiator;
  readonly sent: RelayedMessage[];
  readonly failures: EdgeError[];
  readonly logged: (readonly [string, LogFields | undefined])[];
  readonly clock: ManualClock;
  /** Lets the offer leave. */
  readonly release: () => void;
}

function rig(
  options: FakeRtcOptions = {},
  checkDescription = async (_sdp: string): Promise<void> => undefined,
  isHeld = false,
  servers?: LateServers,
): Rig {
  const network = new FakeRtcNetwork(options);
  const pc = network.create();
  const sent: RelayedMessage[] = [];
  const failures: EdgeError[] = [];
  const logged: (readonly [string, LogFields | undefined])[] = [];
  const log = (event: string, fields?: LogFields): void => void logged.push([event, fields]);
  const clock = new ManualClock();
  const released = Promise.withResolvers<void>();
  if (!isHeld) released.resolve();
  const tracks = new TrackRegistry();
  const logger = { ...silentLogger, info: log, warn: log, error: log };
  const negotiator = new Negotiator({
    pc: asPeerConnection(pc),
    tracks,
    sent: new SentTracks({ pc: asPeerConnection(pc), tracks, logger }),
    features: new NegotiatedFeatures(),
    logger,
    clock,
    released: released.promise,
    servers,
    checkDescription,
    checkTransports: () => requireOneTransport(asPeerConnection(pc)),
  });
  negotiator.on('outgoing', (message) => sent.push(message));
  negotiator.on('failed', (error) => failures.push(error));
  const release = (): void => released.resolve();
  return { pc, other: network.create(), negotiator, sent, failures, logged, clock, release };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) await Promise.resolve();
}

/** An offer or answer of the other side, as it is relayed. */
async function describeOther(other: FakePeerConnection, metadata: Metadata = {}): Promise<RelayedMessage> {
  await other.setLocalDescription();
  const description = other.localDescription;
  if (description === null) throw new Error('a description expected');
  return { kind: 'description', description, metadata };
}

const candidate = (name: string): RelayedMessage => ({
  kind: 'candidate',
  candidate: { candidate: name, sdpMid: '0' },
});

/** How many candidates stand in the last description. */
function candidatesIn(messages: readonly RelayedMessage[]): number {
  const last = messages.findLast(({ kind }) => kind === 'description');
  return last?.kind === 'description' ? last.description.sdp.split('a=candidate:').length - 1 : 0;
}

const summary = (messages: readonly RelayedMessage[]): string[] =>
  messages.map((message) => (message.kind === 'description' ? message.description.type : message.kind));

describe('offers', () => {
  test('negotiationneeded makes one offer, with the candidates inside that are known', async () => {
    const { pc, sent, clock } = rig();
    pc.createDataChannel('coap');
    await settled();
    expect([summary(sent), candidatesIn(sent), clock.pending]).toEqual([['offer'], 1, 0]);
  });

  test('an offer without a candidate waits for the first, which is inside and not sent again', async () => {
    const { pc, sent, clock } = rig({ gathering: 'late' });
    pc.createDataChannel('coap');
    await settled();
    expect(sent).toEqual([]);
    pc.finishGathering();
    await settled();
    expect([summary(sent), candidatesIn(sent), clock.pending]).toEqual([['offer'], 1, 0]);
  });

  test('an offer that waited too long leaves without candidates, which follow it', async () => {
    const { pc, sent, clock } = rig({ gathering: 'late' });
    pc.createDataChannel('coap');
    await settled();
    clock.advance(CANDIDATE_PATIENCE_MS);
    await settled();
    expect([summary(sent), candidatesIn(sent)]).toEqual([['offer'], 0]);
    pc.finishGathering();
    await settled();
    expect(summary(sent)).toEqual(['offer', 'candidate']);
  });

  test('an answer to an offer that left before its servers is applied only when the candidates have a head start', async () => {
    const arrived = Promise.withResolvers<void>();
    const servers = { arrived: arrived.promise, isFar: Promise.resolve(true) };
    const { pc, other, negotiator, sent, clock } = rig({}, undefined, false, servers);
    pc.createDataChannel('coap');
    await settled();
    expect([summary(sent), candidatesIn(sent)]).toEqual([['offer'], 0]);
    arrived.resolve();
    await settled();
    expect(summary(sent)).toEqual(['offer', 'candidate']);
    await other.setRemoteDescription({ type: 'offer', sdp: pc.localDescription?.sdp ?? '' });
    negotiator.handleMessage(await describeOther(other));
    clock.advance(HEAD_START_MS - 1);
    await settled();
    expect(pc.signalingState).toBe('have-local-offer');
    clock.advance(1);
    await settled();
    expect([pc.signalingState, clock.pending]).toEqual(['stable', 0]);
  });

  test('a held-back offer leaves on release with the candidates gathered by then', async () => {
    const { pc, sent, release, clock } = rig({ gathering: 'late' }, undefined, true);
    pc.createDataChannel('coap');
    await settled();
    pc.finishGathering();
    await settled();
    expect([pc.signalingState, sent, clock.pending]).toEqual(['have-local-offer', [], 0]);
    release();
    await settled();
    expect([summary(sent), candidatesIn(sent)]).toEqual([['offer'], 1]);
  });

  test('messages that arrive while an offer is held back wait, up to a limit', async () => {
    const { pc, negotiator, release, other, logged } = rig({}, undefined, true);
    pc.createDataChannel('coap');
    await settled();
    for (let index = 0; index <= MAX_WAITING_MESSAGES; index += 1)
      negotiator.handleMessage(candidate(`candidate:${index}`));
    expect(logged).toEqual([['negotiation.ignored', { reason: 'too many messages wait' }]]);
    release();
    await settled();
    await other.setRemoteDescription({ type: 'offer', sdp: pc.localDescription?.sdp ?? '' });
    negotiator.handleMessage(await describeOther(other));
    await settled();
    expect([pc.signalingState, pc.candidates.length]).toEqual(['stable', MAX_EARLY_CANDIDATES]);
  });

  test.each([
    ['for a candidate', false],
    ['to be let go', true],
  ])('close() ends one that waits %s', async (_what, isHeld) => {
    const { pc, sent, negotiator, failures, clock } = rig({ gathering: 'late' }, undefined, isHeld);
    pc.createDataChannel('coap');
    await settled();
    negotiator.close();
    await settled();
    expect([sent, failures, pc.listenerCount, clock.pending]).toEqual([[], [], 0, 0]);
  });

  test('an offer of the other side is answered, at any time', async () => {
    const { other, negotiator, sent } = rig();
    other.addTransceiver('video');
    negotiator.handleMessage(await describeOther(other));
    await settled();
    expect(summary(sent)).toEqual(['answer']);
    expect(candidatesIn(sent)).toBe(1);
  });

  test('a request for an offer makes one; while one is out it makes no other', async () => {
    const { pc, negotiator, sent } = rig();
    negotiator.handleMessage({ kind: 'requestOffer' });
    negotiator.handleMessage({ kind: 'requestOffer' });
    await settled();
    expect(summary(sent)).toEqual(['offer', 'candidate']);
    expect(pc.signalingState).toBe('have-local-offer');
  });
});

describe('glare', () => {
  test('our offer is rolled back, theirs is answered, then ours is made again', async () => {
    const { pc, other, negotiator, sent } = rig();
    const states: string[] = [];
    pc.addEventListener('signalingstatechange', () => states.push(pc.signalingState));
    pc.createDataChannel('coap');
    await settled();
    other.addTransceiver('video');
    negotiator.handleMessage(await describeOther(other));
    await settled();
    expect(states).toEqual(['have-local-offer', 'stable', 'have-remote-offer', 'stable', 'have-local-offer']);
    expect(summary(sent).filter((kind) => kind !== 'candidate')).toEqual(['offer', 'answer', 'offer']);
  });

  test('an answer to the offer that was rolled back is ignored', async () => {
    const { pc, other, negotiator, failures, logged } = rig();
    pc.createDataChannel('coap');
    await settled();
    const stale = pc.localDescription;
    other.addTransceiver('video');
    negotiator.handleMessage(await describeOther(other));
    await settled();
    await pc.setRemoteDescription({ type: 'answer', sdp: other.localDescription?.sdp ?? '' });
    negotiator.handleMessage({
      kind: 'description',
      description: { type: 'answer', sdp: stale?.sdp ?? '' },
      metadata: {},
    });
    await settled();
    expect(failures).toEqual([]);
    expect(logged).toContainEqual(['negotiation.ignored', { type: 'answer', signalingState: 'stable' }]);
  });
});

describe('candidates', () => {
  test('that precede their description are queued and added in order after it', async () => {
    const { pc, other, negotiator } = rig();
    other.createDataChannel('x');
    for (const name of ['candidate:1', 'candidate:2', 'candidate:3'])
      negotiator.handleMessage(candidate(name));
    await settled();
    expect(pc.candidates).toEqual([]);
    negotiator.handleMessage(await describeOther(other));
    negotiator.handleMessage(candidate('candidate:4'));
    await settled();
    expect(pc.candidates.map((added) => added.candidate)).toEqual([
      'candidate:1',
      'candidate:2',
      'candidate:3',
      'candidate:4',
    ]);
  });

  test('are queued up to a limit', async () => {
    const { pc, other, negotiator } = rig();
    for (let index = 0; index <= MAX_EARLY_CANDIDATES; index += 1) {
      negotiator.handleMessage(candidate(`candidate:${index}`));
    }
    await settled();
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other));
    await settled();
    expect(pc.candidates).toHaveLength(MAX_EARLY_CANDIDATES);
  });

  test('that cannot be added affect neither later ones nor the connection', async () => {
    const { pc, other, negotiator, failures, logged } = rig();
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other));
    negotiator.handleMessage(candidate('unusable'));
    negotiator.handleMessage(candidate('candidate:2'));
    await settled();
    expect(pc.candidates.map((added) => added.candidate)).toEqual(['candidate:2']);
    expect([failures, logged.map(([event]) => event)]).toEqual([[], ['negotiation.candidate-failed']]);
  });
});

describe('one operation at a time, in order', () => {
  test('messages that arrive while a description is checked wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { pc, other, negotiator, sent } = rig({}, () => promise);
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other));
    negotiator.handleMessage(candidate('candidate:1'));
    negotiator.handleMessage({ kind: 'requestOffer' });
    await settled();
    expect([pc.candidates, sent]).toEqual([[], []]);
    resolve();
    await settled();
    expect(pc.candidates).toHaveLength(1);
    expect(summary(sent).filter((kind) => kind !== 'candidate')).toEqual(['answer', 'offer']);
  });

  test('a description that cannot be applied fails, and the next one is accepted', async () => {
    const { other, negotiator, sent, failures } = rig();
    negotiator.handleMessage({
      kind: 'description',
      description: { type: 'offer', sdp: 'bad' },
      metadata: {},
    });
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other));
    await settled();
    expect(failures.map(({ code }) => code)).toEqual(['ERR_NEGOTIATION']);
    expect(summary(sent)).toContain('answer');
  });

  test('nothing is done after close()', async () => {
    const { pc, other, negotiator, sent } = rig();
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other));
    negotiator.close();
    await settled();
    expect([sent, pc.remoteDescription, pc.listenerCount]).toEqual([[], null, 0]);
  });
});

describe('noTrickle', () => {
  test('an answer to an offer that says so waits for its candidates and has them inside', async () => {
    const { pc, other, negotiator, sent } = rig({ gathering: 'manual' });
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other, { noTrickle: true }));
    await settled();
    expect(sent).toEqual([]);
    pc.finishGathering();
    await settled();
    expect(summary(sent)).toEqual(['answer']);
    const [answer] = sent;
    expect(answer?.kind === 'description' && answer.description.sdp).toContain('a=candidate:');
  });

  test('learnt from an answer: the candidates follow in one more offer', async () => {
    const { pc, other, negotiator, sent } = rig({ gathering: 'manual' });
    pc.createDataChannel('coap');
    await settled();
    await other.setRemoteDescription({ type: 'offer', sdp: pc.localDescription?.sdp ?? '' });
    negotiator.handleMessage(await describeOther(other, { noTrickle: true }));
    await settled();
    expect(summary(sent)).toEqual(['offer']);
    pc.finishGathering();
    await settled();
    expect(summary(sent)).toEqual(['offer', 'offer']);
  });

  test.each(['before the answer', 'after it'])('learnt from a candidate, %s', async (when) => {
    const { pc, other, negotiator, sent } = rig({ gathering: 'manual' });
    const learn = (): void =>
      negotiator.handleMessage({
        kind: 'candidate',
        candidate: { candidate: 'candidate:1', sdpMid: '0' },
        metadata: { noTrickle: true },
      });
    pc.createDataChannel('coap');
    await settled();
    await other.setRemoteDescription({ type: 'offer', sdp: pc.localDescription?.sdp ?? '' });
    if (when === 'before the answer') learn();
    negotiator.handleMessage(await describeOther(other));
    if (when === 'after it') learn();
    pc.finishGathering();
    await settled();
    expect(summary(sent)).toEqual(['offer', 'offer']);
    const last = sent.at(-1);
    expect(last?.kind === 'description' && last.description.sdp).toContain('a=candidate:');
  });

  test('an offer that says so while our own is out: the answer has the candidates, and so has the next offer', async () => {
    const { pc, other, negotiator, sent } = rig({ gathering: 'manual' });
    pc.createDataChannel('coap');
    await settled();
    other.addTransceiver('video');
    negotiator.handleMessage(await describeOther(other, { noTrickle: true }));
    pc.finishGathering();
    await settled();
    expect(summary(sent)).toEqual(['offer', 'answer', 'offer']);
    for (const message of sent.slice(1)) {
      expect(message.kind === 'description' && message.description.sdp).toContain('a=candidate:');
    }
  });

  test('close() while waiting for candidates leaves no listener', async () => {
    const { pc, other, negotiator, failures } = rig({ gathering: 'manual' });
    other.createDataChannel('x');
    negotiator.handleMessage(await describeOther(other, { noTrickle: true }));
    await settled();
    negotiator.close();
    await settled();
    expect([pc.listenerCount, failures]).toEqual([0, []]);
  });
});

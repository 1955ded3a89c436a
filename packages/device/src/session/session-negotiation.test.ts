/** @module Offers and answers over the connection itself: from the moment that a client opens the channel for them, signaling says nothing of tracks. */
import {
  encodeSignalingMessage,
  NEGOTIATION_LABEL,
  parseSignalingMessage,
  silentLogger,
  type Metadata,
  type SignalingMessage,
} from '@longwire/protocol';
import type { DataChannel } from 'node-datachannel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEGOTIATION_RATE } from './negotiation-channel.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

type DescriptionMessage = Extract<SignalingMessage, { kind: 'description' }>;

let session: Session;
let client: TestClient;
let relayed: SignalingMessage[];
let closed: string[];
/** How many messages on the channel the device has ignored. */
let ignored: number;

beforeEach(async () => {
  ignored = 0;
  const debug = (event: string): void => {
    if (event === 'negotiation.message-ignored') ignored += 1;
    client.touch();
  };
  session = new Session(sessionOptions({ logger: { ...silentLogger, debug } }));
  relayed = [];
  closed = [];
  session.on('outgoing', (text) => {
    const parsed = parseSignalingMessage(text);
    if (parsed.ok) relayed.push(parsed.value);
  });
  session.on('closed', ({ reason }) => closed.push(reason));
  client = new TestClient(session);
  client.offer({ tracks: [] });
  await client.until(() => client.isOpen);
});

afterEach(() => {
  client.close();
  session.close(1000, 'test over');
});

/** The client's end of the channel, and what came on it. */
class Inside {
  readonly messages: DescriptionMessage[] = [];
  readonly #channel: DataChannel = client.native.createDataChannel(NEGOTIATION_LABEL);

  constructor() {
    this.#channel.onMessage((text) => {
      const parsed = parseSignalingMessage(typeof text === 'string' ? text : '');
      if (parsed.ok && parsed.value.kind === 'description') this.messages.push(parsed.value);
      client.touch();
    });
    this.#channel.onOpen(() => client.touch());
    this.#channel.onClosed(() => client.touch());
  }

  async open(): Promise<this> {
    await client.until(() => this.#channel.isOpen());
    // The device takes a message on it, so the channel is there on its side as well.
    this.sendText('');
    await client.until(() => ignored > 0);
    return this;
  }

  /** Resolves when the device has taken everything that was sent before. */
  async applied(): Promise<void> {
    await client.request('GET', '/here');
  }

  send(message: SignalingMessage): void {
    this.sendText(encodeSignalingMessage(message));
  }

  sendText(text: string): void {
    this.#channel.sendMessage(text);
  }

  offer(metadata: Metadata): void {
    client.native.setLocalDescription('offer');
    const description = { type: 'offer', sdp: client.native.localDescription()?.sdp ?? '' } as const;
    this.send({ kind: 'description', description, metadata });
  }

  /** Answers the newest offer. */
  answer(): void {
    const { description, metadata } = this.messages.at(-1) ?? {};
    client.native.setRemoteDescription(description?.sdp ?? '', 'offer');
    client.native.setLocalDescription('answer');
    const sdp = client.native.localDescription()?.sdp ?? '';
    this.send({ kind: 'description', description: { type: 'answer', sdp }, metadata: metadata ?? {} });
  }

  close(): void {
    this.#channel.close();
  }

  async until(count: number): Promise<void> {
    await client.until(() => this.messages.length >= count);
  }
}

const descriptions = (): readonly SignalingMessage[] => relayed.filter(({ kind }) => kind === 'description');

test('an offer on the channel is answered on the channel, and signaling sees nothing of it', async () => {
  const inside = await new Inside().open();
  const before = descriptions().length;
  inside.offer({});
  await inside.until(1);
  expect(inside.messages[0]?.description.type).toBe('answer');
  expect(inside.messages[0]?.description.sdp).not.toContain('a=candidate');
  expect(descriptions()).toHaveLength(before);
});

test('descriptions and requests for an offer that come by signaling are ignored from then on', async () => {
  const inside = await new Inside().open();
  const before = descriptions().length;
  client.send({ kind: 'requestOffer' });
  client.offer({ tracks: [{ mid: '0', trackId: 'siren' }] });
  await inside.applied();
  expect([descriptions().length, inside.messages.length, closed]).toEqual([before, 0, []]);
});

test('metadata beside a candidate is ignored as well, and the candidate is not', async () => {
  const inside = await new Inside().open();
  const candidate = { candidate: 'candidate:1 1 UDP 1 192.0.2.1 9 typ host', sdpMid: '0' };
  client.send({ kind: 'candidate', candidate, metadata: { noTrickle: true } });
  inside.offer({});
  await inside.until(1);
  expect(inside.messages[0]?.description.type).toBe('answer');
});

test('an offer that is open when the channel opens goes over it once more, and is answered there', async () => {
  // The client's answer never arrives.
  client.send = () => undefined;
  session.handleMessage(encodeSignalingMessage({ kind: 'requestOffer' }));
  Reflect.deleteProperty(client, 'send');
  const inside = await new Inside().open();
  await inside.until(1);
  expect(inside.messages[0]?.description.type).toBe('offer');
  inside.answer();
  inside.send({ kind: 'requestOffer' });
  await inside.until(2);
  expect(closed).toEqual([]);
});

test('a device without signaling gives tracks to a client that negotiates over the connection', async () => {
  expect(session.canNegotiate).toBe(true);
  session.handleSignalingClosed(1006);
  expect(session.canNegotiate).toBe(false);
  const inside = await new Inside().open();
  inside.send({ kind: 'requestOffer' });
  await inside.until(1);
  expect(session.canNegotiate).toBe(true);
  inside.answer();
  await inside.applied();
  expect(closed).toEqual([]);
});

describe('what ends the session', () => {
  test('a first description that does not fit what signaling brought', async () => {
    const inside = await new Inside().open();
    inside.send({ kind: 'description', description: { type: 'offer', sdp: 'v=0\r\n' }, metadata: {} });
    await client.until(() => client.isClosed || client.isChannelClosed);
    expect(closed).toEqual(['descriptions do not fit those that signaling brought']);
  });

  test('the end of the channel', async () => {
    const inside = await new Inside().open();
    inside.send({ kind: 'requestOffer' });
    await inside.until(1);
    inside.close();
    await client.until(() => client.isClosed || client.isChannelClosed);
    expect(closed).toEqual(['negotiation channel closed']);
  });

  test('the end of its connection, whose reason it keeps', async () => {
    const inside = await new Inside().open();
    inside.send({ kind: 'requestOffer' });
    await inside.until(1);
    const ended = Promise.withResolvers<void>();
    session.on('closed', () => ended.resolve());
    client.native.close();
    await ended.promise;
    expect(closed).toEqual([expect.stringMatching(/^peer /u)]);
  });

  test('more descriptions than a service would let through', async () => {
    const inside = await new Inside().open();
    for (let count = 0; count <= NEGOTIATION_RATE.capacity * 2; count += 1) inside.sendText('{}');
    await client.until(() => client.isClosed || client.isChannelClosed);
    expect(closed).toEqual(['too many descriptions']);
  });
});

test('what is no message of negotiation ends nothing', async () => {
  const inside = await new Inside().open();
  for (const text of ['', '{', '{"type":20}', '{"type":0,"data":"{}"}']) inside.sendText(text);
  inside.offer({});
  await inside.until(1);
  expect(closed).toEqual([]);
});

test('a second channel for it is closed, and the first goes on', async () => {
  const inside = await new Inside().open();
  const second = client.native.createDataChannel(NEGOTIATION_LABEL);
  let isClosed = false;
  second.onClosed(() => {
    isClosed = true;
    client.touch();
  });
  await client.until(() => isClosed);
  inside.offer({});
  await inside.until(1);
  expect(closed).toEqual([]);
});
